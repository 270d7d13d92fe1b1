import { useState } from 'react'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { askReceiptLink, waitForReceiptLink } from './receipt-link.ts'

export type ReceiptState =
  | { name: 'idle' | 'asking' | 'waiting' | 'notYet' }
  /** The link stays on the screen: a browser that lets no window open by itself needs another press. */
  | { name: 'ready'; link: string }

/** Gets a receipt and opens it in a tab of its own. */
export function useReceipt(paymentId: string) {
  const [state, setState] = useState<ReceiptState>({ name: 'idle' })
  const open = async () => {
    if (state.name === 'asking' || state.name === 'waiting') return
    setState({ name: 'asking' })
    try {
      const link = await waitForReceiptLink(
        () => askReceiptLink(paymentId),
        () => setState({ name: 'waiting' }),
      )
      setState(link === null ? { name: 'notYet' } : { name: 'ready', link })
      // Without the press still in effect the browser would block the window.
      if (link !== null && navigator.userActivation?.isActive) window.open(link, '_blank', 'noopener')
    } catch {
      setState({ name: 'idle' })
      showErrorToast('GET_RECEIPT_LINK_ERROR')
    }
  }
  return { state, open }
}
