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
type Asked = { Overlay: Overlay; paymentId: string; answer: (result: PaymentResult) => void }

/** Shows a payment over the game and resolves when the player is done with it. */
export type AskToPay = (paymentId: string) => Promise<PaymentResult>

/**
 * The one payment screen a running game may have open. A game that is left meanwhile is answered `pending`: closing
 * decides nothing.
 */
export function usePaymentDesk(): { askToPay: AskToPay; screen: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const open = useRef<Asked | null>(null)

  const askToPay = useMemo<AskToPay>(
    () => async (paymentId) => {
      const Overlay = await loadOverlay().catch((cause) => payOnItsOwnPage(paymentId, cause))
      if (open.current) throw new GameRefusal('BUSY', 'A payment is open already')
      await leaveFramesFullScreen()
      return new Promise((resolve) => {
        const answer = (result: PaymentResult) => {
          open.current = null
          setAsked(null)
          resolve(result)
        }
        open.current = { Overlay, paymentId, answer }
        setAsked(open.current)
      })
    },
    [],
  )

  useEffect(() => () => open.current?.answer({ status: 'pending' }), [])
  const screen = asked && createElement(asked.Overlay, { paymentId: asked.paymentId, onDone: asked.answer })
  return { askToPay, screen }
}

async function loadOverlay(): Promise<Overlay> {
  const [payments] = await Promise.all([
    import('../../payments/checkout/payment-overlay.tsx'),
    loadTexts('payments', 'accounts'),
  ])
  return payments.PaymentOverlay
}

/**
 * A hub that was renewed since this page came has other files by now; the payment's own page brings them along. The game
 * finds the purchase at its next start.
 * @throws the cause, where there is no connection.
 */
function payOnItsOwnPage(paymentId: string, cause: unknown): Promise<never> {
  if (!navigator.onLine) throw cause
  location.assign(`/payments/process/${paymentId}`)
  return new Promise(() => {})
}

/** A game that fills the screen by itself would hide what the player is asked. */
async function leaveFramesFullScreen(): Promise<void> {
  if (document.fullscreenElement instanceof HTMLIFrameElement) {
    await document.exitFullscreen().catch(() => undefined)
  }
}
