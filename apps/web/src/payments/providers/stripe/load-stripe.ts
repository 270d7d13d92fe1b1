import type { Stripe } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import { addScript } from '../../../lib/browser/add-script.ts'
import { clientConfig } from '../../../lib/context/client-config.ts'

const STRIPES_OWN_ORIGIN = 'https://js.stripe.com'

let opening: Promise<Stripe> | undefined

/**
 * Stripe's browser library, once per page. Where another host plays Stripe, its script comes first: `loadStripe` takes
 * the `window.Stripe` it finds.
 * @throws when Stripe is not configured or its script does not load; the next call tries again.
 */
export function openStripe(): Promise<Stripe> {
  opening ??= load()
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

async function load(): Promise<Stripe> {
  const { stripe } = clientConfig()
  if (!stripe) throw new Error('Stripe is not configured')
  if (new URL(stripe.scriptUrl).origin !== STRIPES_OWN_ORIGIN) await addScript(stripe.scriptUrl)
  const loaded = await loadStripe(stripe.publishableKey)
  if (!loaded) throw new Error('Stripe works in a browser only')
  return loaded
}
