import type { OrderStatus } from '@playhub/contract'
import type { Popup } from '../../../lib/browser/popup.ts'
import { POLL_INTERVAL_MS } from '../../order/poll-payment.ts'

export type PopupStage =
  | { name: 'ready' }
  | { name: 'opening' }
  /** `url` is set when the browser blocked the popup, so the player has to open the page by a link. */
  | { name: 'waiting'; url: string | null }
  /** The popup seems closed, and the server checks the payment. */
  | { name: 'checking' }

export type PopupPaymentDeps = {
  /** @returns The provider page's URL; null after a failure shown to the player. */
  openPayment(): Promise<string | null>
  fetchStatus(): Promise<OrderStatus>
  /** Mobile apps cannot show a second page, so the provider's page replaces ours. */
  isApp: boolean
  redirect(url: string): void
}

export type PopupPaymentListeners = {
  onStage(stage: PopupStage): void
  onClosed(): void
  /** The popup seems closed and the order is still pending. */
  onAbandoned(): void
}

/** Browsers report no event when a cross-origin popup closes. */
const POPUP_POLL_INTERVAL_MS = 500
/** The server asks the provider at most once a second, so its first response may predate the payment. */
const CHECKS_AFTER_CLOSE = 2

/**
 * Shows a provider's page in a popup. Its apparent closing decides nothing: a page cutting the connection to its opener
 * (`Cross-Origin-Opener-Policy`) looks the same. The server decides.
 */
export function createPopupPayment(
  { openPayment, fetchStatus, isApp, redirect }: PopupPaymentDeps,
  { onStage, onClosed, onAbandoned }: PopupPaymentListeners,
) {
  let popup: Popup | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Increased by each start and stop, so an outdated async step can detect it. */
  let generation = 0

  /** @param opened  The window from the click; null when the browser blocked it. */
  async function start(opened: Popup | null): Promise<void> {
    // Do not close it: a second window with the same name is the same window.
    release()
    const ours = generation
    popup = opened
    onStage({ name: 'opening' })
    const url = await openPayment()
    if (ours !== generation) return
    if (url === null) {
      stop()
      return onStage({ name: 'ready' })
    }
    if (isApp) return redirect(url)
    opened?.goTo(url)
    onStage({ name: 'waiting', url: opened ? null : url })
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

  /** Leaves the popup open, so the player can finish there; no listener is called afterwards. */
  function release(): void {
    generation += 1
    clearTimeout(timer)
    popup = null
  }

  return { start, stop, release, showWindow: () => popup?.focus() }
}
