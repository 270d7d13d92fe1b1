import { type Ref, useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { PaymentResult } from '../order/payment-result.ts'
import type { BackHandler } from './payment-layout.tsx'
import { PaymentScreen } from './payment-screen.tsx'

/** The payment screen over a game's page, which is inert meanwhile. The game's frame is not in it: see decision 110. */
export function PaymentOverlay(props: {
  paymentId: string
  backHandler: Ref<BackHandler>
  onDone: (result: PaymentResult) => void
}) {
  useEffect(makePageInert, [])
  return createPortal(<PaymentScreen {...props} variant="overlay" />, document.body)
}

/** @returns Makes the page interactive again. */
function makePageInert(): () => void {
  const root = document.getElementById('root')
  root?.setAttribute('inert', '')
  return () => root?.removeAttribute('inert')
}
