import type { Stripe } from '@stripe/stripe-js'
import { loadStripe as loadStripeLibrary } from '@stripe/stripe-js/pure'
import { addScript } from '../../../lib/browser/add-script.ts'
import { loadOnce } from '../../../lib/browser/load-once.ts'
import { clientConfig } from '../../../lib/context/client-config.ts'

const STRIPE_ORIGIN = 'https://js.stripe.com'

/**
 * Loads Stripe's browser library, once per page.
 * @throws when Stripe is not configured or its script does not load; the next call retries.
 */
export const loadStripe = loadOnce(load)

/** An emulated Stripe has its own script. Add it first: the library reuses an existing `window.Stripe`. */
async function load(): Promise<Stripe> {
  const { stripe } = clientConfig()
  if (!stripe) throw new Error('Stripe is not configured')
  if (new URL(stripe.scriptUrl).origin !== STRIPE_ORIGIN) await addScript(stripe.scriptUrl)
  const loaded = await loadStripeLibrary(stripe.publishableKey)
  if (!loaded) throw new Error('Stripe is only available in a browser')
  return loaded
}
