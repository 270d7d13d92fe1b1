import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { POLL_INTERVAL_MS } from '../order/poll-payment.ts'

/** Half a minute at the poll interval. A slower receipt has to be requested again. */
const MAX_POLLS = 15

export type ReceiptState =
  | { name: 'idle' | 'requested' | 'waiting' | 'notReady' }
  /** The link stays on screen, because the browser blocks a new tab once the click is too long ago. */
  | { name: 'ready'; link: string }

/** Requests a receipt and opens it in a new tab. */
export function useReceipt(paymentId: string) {
  const [state, setState] = useState<ReceiptState>({ name: 'idle' })
  const isPending = state.name === 'requested' || state.name === 'waiting'
  const open = async () => {
    if (isPending) return
    setState({ name: 'requested' })
    try {
      const link = await pollReceiptLink(
        () => fetchReceiptLink(paymentId),
        () => setState({ name: 'waiting' }),
      )
      setState(link === null ? { name: 'notReady' } : { name: 'ready', link })
      if (link !== null && navigator.userActivation?.isActive) window.open(link, '_blank', 'noopener')
    } catch {
      setState({ name: 'idle' })
      showErrorToast('GET_RECEIPT_LINK_ERROR')
    }
  }
  return { state, isPending, open }
}

async function fetchReceiptLink(paymentId: string): Promise<string | null> {
  const query = { privatePaymentId: paymentId }
  return (await call('GET /user/get-receipt-link', { query })).data.result
}

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
