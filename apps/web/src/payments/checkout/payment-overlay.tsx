import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { PaymentResult } from '../order/payment-result.ts'
import { PaymentScreen } from './payment-screen.tsx'

/** The payment screen over a running game. What lies under it lives on, out of reach of keys and screen readers. */
export function PaymentOverlay(props: { paymentId: string; onDone: (result: PaymentResult) => void }) {
  useEffect(holdPageBehind, [])
  return createPortal(<PaymentScreen key={props.paymentId} {...props} variant="overlay" />, document.body)
}

/** @returns what gives the page back, with the focus where it was. */
function holdPageBehind(): () => void {
  const root = document.getElementById('root')
  const focused = document.activeElement
  root?.setAttribute('inert', '')
  return () => {
    root?.removeAttribute('inert')
    if (focused instanceof HTMLElement && focused !== document.body) focused.focus()
    else document.getElementById('game-frame')?.focus()
  }
}
