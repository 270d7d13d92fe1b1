import {
  type ComponentType,
  createElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { loadTexts } from '../../lib/language/texts.ts'
import type { PaymentOverlay } from '../../payments/checkout/payment-overlay.tsx'
import type { PaymentResult } from '../../payments/order/payment-result.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'

type Overlay = ComponentType<Parameters<typeof PaymentOverlay>[0]>
type OpenPayment = { Overlay: Overlay; paymentId: string; close: (result: PaymentResult) => void }

/** Shows a payment over the game and resolves when the player leaves it. */
export type ShowPayment = (paymentId: string) => Promise<PaymentResult>

/**
 * The payment screen over a running game; at most one is open. When the game unmounts meanwhile, the result is `pending`,
 * because only the server decides.
 */
export function usePaymentOverlay(): { showPayment: ShowPayment; overlay: ReactNode } {
  const [payment, setPayment] = useState<OpenPayment | null>(null)
  const open = useRef<OpenPayment | null>(null)

  const showPayment = useMemo<ShowPayment>(
    () => async (paymentId) => {
      const Overlay = await loadOverlay().catch((cause) => openPaymentPage(paymentId, cause))
      if (open.current) throw new GameRefusal('BUSY', 'A payment is open already')
      await exitFrameFullScreen()
      return new Promise((resolve) => {
        const close = (result: PaymentResult) => {
          open.current = null
          setPayment(null)
          resolve(result)
        }
        open.current = { Overlay, paymentId, close }
        setPayment(open.current)
      })
    },
    [],
  )

  useEffect(() => () => open.current?.close({ status: 'pending' }), [])
  const overlay =
    payment && createElement(payment.Overlay, { paymentId: payment.paymentId, onDone: payment.close })
  return { showPayment, overlay }
}

async function loadOverlay(): Promise<Overlay> {
  const [payments] = await Promise.all([
    import('../../payments/checkout/payment-overlay.tsx'),
    loadTexts('payments', 'accounts'),
  ])
  return payments.PaymentOverlay
}

/**
 * Falls back to the payment page when the overlay's files no longer exist, after a new release of the hub. The game finds
 * the purchase when it restarts.
 * @throws cause  when the browser is offline.
 */
function openPaymentPage(paymentId: string, cause: unknown): Promise<never> {
  if (!navigator.onLine) throw cause
  location.assign(`/payments/process/${paymentId}`)
  return new Promise(() => {})
}

/** A full-screen frame would cover the payment screen. */
async function exitFrameFullScreen(): Promise<void> {
  if (document.fullscreenElement instanceof HTMLIFrameElement) {
    await document.exitFullscreen().catch(() => undefined)
  }
}
