import { type LoaderFunctionArgs, redirect } from 'react-router'
import { nextTask } from '../../lib/browser/next-task.ts'
import { readHubContext, saveContext, updateHubContext } from '../../lib/context/hub-context.ts'
import { urlWithLocale } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/messages.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { type LoadedPayment, loadPayment } from '../order/payment-api.ts'

/** `preloaded` is requested while the screen's code loads; absent when only the payment step changes. */
export type PaymentLoaderData = { paymentId: string; preloaded?: Promise<LoadedPayment> | undefined }

/** Adopts the session parameters in the path (specification §2) and starts to load the payment. */
export async function paymentLoader({ params, request }: LoaderFunctionArgs): Promise<PaymentLoaderData> {
  // The router has just compiled its routes in the same task when the client starts.
  await nextTask()
  saveContext(params)
  const url = new URL(request.url)
  const localised = urlWithLocale(url, params.locale)
  if (localised) throw redirect(localised)
  const paymentId = params.id ?? url.searchParams.get('paymentId') ?? ''
  const isStepChange = readHubContext().paymentId === paymentId
  updateHubContext({ paymentId })
  if (isStepChange || !isLoggedIn()) return { paymentId }
  const preloaded = loadPayment(paymentId)
  // Create a page's first number format while the payment loads, not with the screen: it takes a whole frame.
  void nextTask().then(() => new Intl.NumberFormat(currentLanguage()))
  // The screen handles a rejection, but it may never mount.
  preloaded.catch(() => undefined)
  return { paymentId, preloaded }
}
