import type { OrderStatus } from '@playhub/contract'
import type { Popup } from '../../../lib/browser/popup.ts'
import { POLL_INTERVAL_MS } from '../../order/poll-payment.ts'

/** Where paying in a window of the provider's stands. */
export type WindowStage =
  | { name: 'ready' }
  | { name: 'opening' }
  /** The address is there when the player has to open it by hand, because the browser let no window open. */
  | { name: 'waiting'; address: string | null }
  /** The window is closed, and the server is being asked. */
  | { name: 'checking' }

/** The browser and the server, as such a payment needs them. */
export type WindowWorld = {
  /** Must be called while a press is being handled. @returns null when the browser refuses */
  openWindow(): Popup | null
  /** @returns the address to pay at; null when there is none, and the player was told why */
  openPayment(): Promise<string | null>
  /** The server's word, which alone decides. */
  ask(): Promise<OrderStatus>
  /** An app shows one page at a time: the provider's comes in place of ours. */
  isApp: boolean
  leaveFor(address: string): void
}

/** How often the window is looked at: it does not tell when it closes. */
const LOOK_INTERVAL_MS = 500
/** The server asks a provider once a second at most, so that its first answer may be older than the payment. */
const QUESTIONS_AFTER_CLOSING = 2

/** Takes a player to a provider's page in a window of its own. That it was closed decides nothing: the server does. */
export function createWindowPayment(
  world: WindowWorld,
  tell: {
    stage(stage: WindowStage): void
    /** The window is gone. */
    left(): void
    /** It is gone, and the server knows of no end. */
    abandoned(): void
  },
) {
  let popup: Popup | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What was begun before is not waited for any more. */
  let turn = 0

  async function begin(): Promise<void> {
    stop()
    const ours = turn
    const opened = world.isApp ? null : world.openWindow()
    popup = opened
    tell.stage({ name: 'opening' })
    const address = await world.openPayment()
    if (ours !== turn) return
    if (address === null) return giveUp()
    if (world.isApp) return world.leaveFor(address)
    opened?.goTo(address)
    tell.stage({ name: 'waiting', address: opened ? null : address })
    if (opened) look(opened)
  }

  function look(opened: Popup): void {
    if (opened.isClosed()) return void check()
    timer = setTimeout(() => look(opened), LOOK_INTERVAL_MS)
  }

  async function check(): Promise<void> {
    const ours = turn
    tell.stage({ name: 'checking' })
    tell.left()
    for (let question = 1; question <= QUESTIONS_AFTER_CLOSING; question++) {
      if (question > 1) await beat()
      const status = await world.ask().catch(() => 'pending' as const)
      if (ours !== turn || status !== 'pending') return
    }
    tell.abandoned()
  }

  const beat = () =>
    new Promise<void>((resolve) => {
      timer = setTimeout(resolve, POLL_INTERVAL_MS)
    })

  function giveUp(): void {
    stop()
    tell.stage({ name: 'ready' })
  }

  /** Closes the window and says nothing more. */
  function stop(): void {
    turn += 1
    clearTimeout(timer)
    popup?.close()
    popup = null
  }

  return { begin, stop, showWindow: () => popup?.focus() }
}
