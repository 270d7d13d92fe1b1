import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { PaymentResult } from '../order/payment-result.ts'
import { PaymentScreen } from './payment-screen.tsx'

/** The payment screen over a running game, which stays loaded but inert. */
export function PaymentOverlay(props: { paymentId: string; onDone: (result: PaymentResult) => void }) {
  useEffect(makePageInert, [])
  return createPortal(<PaymentScreen key={props.paymentId} {...props} variant="overlay" />, document.body)
}

/** @returns Makes the page interactive again and restores the focus. */
function makePageInert(): () => void {
  const root = document.getElementById('root')
  const focused = document.activeElement
  root?.setAttribute('inert', '')
  return () => {
    root?.removeAttribute('inert')
    if (focused instanceof HTMLElement && focused !== document.body) focused.focus()
    else document.getElementById('game-frame')?.focus()
  }
}
