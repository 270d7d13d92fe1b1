import {
  type ComponentType,
  createElement,
  createRef,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { leaveOverlayEntry, pushOverlayEntry, useOverlayEntry } from '../../lib/browser/overlay-entry.ts'
import { loadMessages } from '../../lib/language/messages.ts'
import type { BackHandler } from '../../payments/checkout/payment-layout.tsx'
import type { PaymentOverlay } from '../../payments/checkout/payment-overlay.tsx'
import type { PaymentResult } from '../../payments/order/payment-result.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'

const SAVE_MS = 550
const LONGEST_SAVE_MS = 3_000

type Overlay = ComponentType<Parameters<typeof PaymentOverlay>[0]>
type OpenPayment = {
  Overlay: Overlay
  paymentId: string
  backHandler: RefObject<BackHandler | null>
  resolve: (result: PaymentResult) => void
}

/** Shows a payment over the game and resolves when the player leaves it. */
export type ShowPayment = (paymentId: string) => Promise<PaymentResult>

/**
 * The payment screen in place of a running game; at most one is open. The browser's Back button closes it. When the
 * game's page is left meanwhile, the result is `pending`, because only the server decides.
 * @param isWriting  The game has unconfirmed writes.
 * @param onOpen     Removes the game's frame, in the render of the screen.
 */
export function usePaymentOverlay(
  isWriting: () => boolean,
  onOpen: () => void,
): { showPayment: ShowPayment; overlay: ReactNode } {
  const [payment, setPayment] = useState<OpenPayment | null>(null)
  const open = useRef<OpenPayment | null>(null)
  const isAborted = useRef(false)

  const showPayment = useMemo<ShowPayment>(
    () => async (paymentId) => {
      // The game is paused by now.
      const saved = waitForSaves(isWriting)
      const Overlay = await loadOverlay().catch(async (cause) => {
        await saved
        return openPaymentPage(paymentId, cause)
      })
      await saved
      // The player has left the game meanwhile.
      if (isAborted.current) return new Promise(() => {})
      if (open.current) throw new GameRefusal('BUSY')
      return new Promise((resolve) => {
        open.current = { Overlay, paymentId, backHandler: createRef(), resolve }
        onOpen()
        setPayment(open.current)
        exitFullScreen()
        pushOverlayEntry()
      })
    },
    [isWriting, onOpen],
  )

  const entry = useMemo(
    () => ({
      isOpen: () => open.current !== null,
      onBack: () => open.current?.backHandler.current?.() ?? true,
    }),
    [],
  )
  useOverlayEntry(entry)

  const close = async (result: PaymentResult) => {
    const closed = open.current
    open.current = null
    setPayment(null)
    await leaveOverlayEntry()
    closed?.resolve(result)
  }

  useEffect(() => {
    isAborted.current = false
    return () => {
      isAborted.current = true
      open.current?.resolve({ status: 'pending' })
    }
  }, [])
  const overlay =
    payment &&
    createElement(payment.Overlay, {
      paymentId: payment.paymentId,
      backHandler: payment.backHandler,
      onDone: (result) => void close(result),
    })
  return { showPayment, overlay }
}

async function loadOverlay(): Promise<Overlay> {
  const [payments] = await Promise.all([
    import('../../payments/checkout/payment-overlay.tsx'),
    loadMessages('payments', 'accounts'),
  ])
  return payments.PaymentOverlay
}

/**
 * Falls back to the payment page when the overlay's files no longer exist, after a new hub release. The game
 * finds the purchase when it restarts.
 * @throws cause  when the browser is offline.
 */
function openPaymentPage(paymentId: string, cause: unknown): Promise<never> {
  if (!navigator.onLine) throw cause
  location.assign(`/payments/process/${paymentId}`)
  return new Promise(() => {})
}

/** The game writes on `pause`, and the SDK joins the writes of 500 ms and sends one after another. */
async function waitForSaves(isWriting: () => boolean): Promise<void> {
  const endsAt = performance.now() + LONGEST_SAVE_MS
  await wait(SAVE_MS)
  for (let idleChecks = 0; idleChecks < 2 && performance.now() < endsAt; ) {
    idleChecks = isWriting() ? 0 : idleChecks + 1
    await wait(25)
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * The payment screen makes the page inert, so it lies outside the full-screen element. Not awaited: a game can hold the
 * promise back until its frame is gone.
 */
function exitFullScreen(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined)
}
