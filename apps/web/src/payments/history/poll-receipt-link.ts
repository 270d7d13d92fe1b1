import { POLL_INTERVAL_MS } from '../order/poll-payment.ts'

/** Half a minute at the poll interval. A slower receipt has to be requested again. */
const MAX_POLLS = 15

/**
 * Polls until the receipt is ready.
 * @param onWait  Called once, when the first response has no link.
 * @returns       The short-lived link; null when the receipt took too long.
 */
export async function pollReceiptLink(
  fetchLink: () => Promise<string | null>,
  onWait: () => void,
): Promise<string | null> {
  for (let poll = 1; poll <= MAX_POLLS; poll += 1) {
    const link = await fetchLink()
    if (link !== null) return link
    if (poll === 1) onWait()
    if (poll < MAX_POLLS) await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
  }
  return null
}
