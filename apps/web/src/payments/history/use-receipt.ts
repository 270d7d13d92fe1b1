import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { pollReceiptLink } from './poll-receipt-link.ts'

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
