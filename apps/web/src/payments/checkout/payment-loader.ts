import { type LoaderFunctionArgs, redirect } from 'react-router'
import { readHubContext, saveContext, updateHubContext } from '../../lib/context/hub-context.ts'
import { addressWithLocale } from '../../lib/language/language.ts'
import { isSignedIn } from '../../lib/player/player.ts'
import { type LoadedPayment, loadPayment } from '../order/payment-api.ts'

/** A payment that has just been opened is `coming` already: it is asked for beside the screen that shows it. */
export type OpenedPayment = { paymentId: string; coming?: Promise<LoadedPayment> | undefined }

/** Takes along what the path says about the session (specification §2). */
export function openPayment({ params, request }: LoaderFunctionArgs): OpenedPayment {
  saveContext(params)
  const url = new URL(request.url)
  const inLanguage = addressWithLocale(url, params.locale)
  if (inLanguage) throw redirect(inLanguage)
  const paymentId = params.id ?? url.searchParams.get('paymentId') ?? ''
  const isAnotherStep = readHubContext().paymentId === paymentId
  updateHubContext({ paymentId })
  if (isAnotherStep || !isSignedIn()) return { paymentId }
  const coming = loadPayment(paymentId)
  // Whoever waits for it hears of a failure; nobody may.
  coming.catch(() => undefined)
  return { paymentId, coming }
}
