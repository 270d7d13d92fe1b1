import type { OrderStatus } from '@playhub/contract'
import type { Popup } from '../../../lib/browser/popup.ts'
import { POLL_INTERVAL_MS } from '../../order/poll-payment.ts'

export type PopupStage =
  | { name: 'ready' }
  | { name: 'opening' }
  /** `address` is set when the browser blocked the popup, so the player has to open the page by a link. */
  | { name: 'waiting'; address: string | null }
  /** The popup is closed, and the server checks the payment. */
  | { name: 'checking' }

export type PopupPaymentDeps = {
  /** Must be called while a click is handled. @returns null when the browser blocks the popup. */
  openWindow(): Popup | null
  /** @returns The address of the provider's page; null after a failure that was shown to the player. */
  openPayment(): Promise<string | null>
  fetchStatus(): Promise<OrderStatus>
  /** Mobile apps cannot show a second page, so the provider's page replaces ours. */
  isApp: boolean
  redirect(address: string): void
}

export type PopupPaymentListeners = {
  onStage(stage: PopupStage): void
  onClosed(): void
  /** The popup is closed and the order is still pending. */
  onAbandoned(): void
}

/** Browsers report no event when a popup of another origin closes. */
const POPUP_POLL_INTERVAL_MS = 500
/** The server asks the provider at most once a second, so its first response may predate the payment. */
const CHECKS_AFTER_CLOSE = 2

/** Opens a provider's page in a popup. Closing the popup decides nothing; the server does. */
export function createPopupPayment(
  { openWindow, openPayment, fetchStatus, isApp, redirect }: PopupPaymentDeps,
  { onStage, onClosed, onAbandoned }: PopupPaymentListeners,
) {
  let popup: Popup | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Increased by each start and stop, so that an outdated async step can detect it. */
  let generation = 0

  async function start(): Promise<void> {
    stop()
    const ours = generation
    const opened = isApp ? null : openWindow()
    popup = opened
    onStage({ name: 'opening' })
    const address = await openPayment()
    if (ours !== generation) return
    if (address === null) {
      stop()
      return onStage({ name: 'ready' })
    }
    if (isApp) return redirect(address)
    opened?.goTo(address)
    onStage({ name: 'waiting', address: opened ? null : address })
    if (opened) watch(opened)
  }

  function watch(opened: Popup): void {
    if (opened.isClosed()) return void checkAfterClose()
    timer = setTimeout(() => watch(opened), POPUP_POLL_INTERVAL_MS)
  }

  async function checkAfterClose(): Promise<void> {
    const ours = generation
    onStage({ name: 'checking' })
    onClosed()
    for (let check = 1; check <= CHECKS_AFTER_CLOSE; check++) {
      if (check > 1) await waitForInterval()
      const status = await fetchStatus().catch(() => 'pending' as const)
      if (ours !== generation || status !== 'pending') return
    }
    onAbandoned()
  }

  const waitForInterval = () =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, POLL_INTERVAL_MS)
    })

  /** Closes the popup; no listener is called afterwards. */
  function stop(): void {
    popup?.close()
    release()
  }

  /** Leaves the popup open, so that the player can finish there; no listener is called afterwards. */
  function release(): void {
    generation += 1
    clearTimeout(timer)
    popup = null
  }

  return { start, stop, release, showWindow: () => popup?.focus() }
}
