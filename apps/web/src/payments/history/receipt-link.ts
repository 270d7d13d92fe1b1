import { call } from '../../lib/api/api.ts'
import { POLL_INTERVAL_MS } from '../order/poll-payment.ts'

/** Half a minute; a receipt that takes longer waits for the player to come back. */
const MAX_QUESTIONS = 15

/**
 * Asks for a receipt until it is made.
 * @param onWait  Called once, when it turns out not to be ready yet.
 * @returns       Its short-lived link; null when it was not made in time.
 */
export async function waitForReceiptLink(
  ask: () => Promise<string | null>,
  onWait: () => void,
): Promise<string | null> {
  for (let question = 1; question <= MAX_QUESTIONS; question += 1) {
    const link = await ask()
    if (link !== null) return link
    if (question === 1) onWait()
    if (question < MAX_QUESTIONS) await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  return null
}

export async function askReceiptLink(paymentId: string): Promise<string | null> {
  const query = { privatePaymentId: paymentId }
  return (await call('GET /user/get-receipt-link', { query })).data.result
}
