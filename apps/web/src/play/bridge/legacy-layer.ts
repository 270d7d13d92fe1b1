import type { EventCode } from '@playhub/contract'
import type { Player } from '@playhub/contract/bridge'
import { eventCodes } from '@playhub/contract/events'
import { paymentEnvelope } from '../../payments/order/payment-result.ts'
import type { Frame, FrameMessage } from './frame-messages.ts'
import type { GameHostActions } from './game-host-actions.ts'
import {
  type LegacyMessage,
  type LegacyReply,
  readLanguage,
  readLegacyMessage,
  readPaymentId,
  readPaymentValues,
} from './legacy-messages.ts'
import type { RequestHandler } from './request-handler.ts'

interface LegacyOptions {
  frame: Frame
  origins: ReadonlySet<string>
  actions: GameHostActions
  requests: RequestHandler
  /** The game uses the SDK's port, so it receives no legacy messages unless it sends one. */
  hasPort(): boolean
}

/**
 * Handles specification §7 window messages. Messages are sent to one exact origin: the one that the game has
 * sent from, else the frame URL's once it has loaded.
 */
export function createLegacyLayer({ frame, origins, actions, requests, hasPort }: LegacyOptions) {
  let senderOrigin: string | null = null
  let isLoaded = false
  /** Login and logout requests from the game. The responses are its only messages about the player then. */
  let openPlayerRequests = 0
  /** The payments that an `ON_BANK` has opened. */
  const openPaymentIds = new Set<string>()
  const onLoad = () => {
    isLoaded = true
    // The game asked for a login before the page was left for it, and has been loaded again.
    if (actions.takeLoginRequest()) void sendUserAuth().catch(reportUnsent)
  }
  frame.addEventListener('load', onLoad)

  function targetOrigin(): string | null {
    if (senderOrigin) return senderOrigin
    if (!isLoaded || hasPort()) return null
    const origin = URL.parse(frame.src)?.origin
    return origin && origins.has(origin) ? origin : null
  }

  function send(type: LegacyReply['type'], data: unknown, errorCode: EventCode | null = null): void {
    const origin = targetOrigin()
    if (!origin) return
    const reply: LegacyReply = { type, data, isError: errorCode !== null, errorCode }
    frame.contentWindow?.postMessage(reply, origin)
  }

  async function sendUserAuth(): Promise<void> {
    if (targetOrigin()) send('USER_AUTH', await actions.getUserAuth())
  }

  /** Informs the game about a change that it did not request itself. */
  function sendPlayer(player: Player): void {
    if (openPlayerRequests > 0) return
    if (player.isGuest) send('USER_LOGOUT', null)
    else sendUserAuth().catch(reportUnsent)
  }

  const reportUnsent = (error: unknown) => console.error('USER_AUTH was not sent', error)

  async function changePlayer(request: () => Promise<Player>): Promise<void> {
    openPlayerRequests += 1
    try {
      await request()
    } finally {
      openPlayerRequests -= 1
    }
  }

  async function signIn(): Promise<void> {
    try {
      actions.keepLoginRequest()
      await changePlayer(requests.signIn)
      actions.takeLoginRequest()
      await sendUserAuth()
    } catch (error) {
      send('USER_AUTH', null, eventCodes.SIGN_IN_FAILED)
      throw error
    }
  }

  async function signOut(): Promise<void> {
    await changePlayer(requests.signOut)
    send('USER_LOGOUT', null)
  }

  async function handle({ type, data }: LegacyMessage): Promise<void> {
    switch (type) {
      case 'GET_USER_AUTH':
        return sendUserAuth()
      case 'ON_LOGIN':
        return signIn()
      case 'ON_LOGOUT':
        return signOut()
      case 'ON_BANK':
        return openPayment(data)
      case 'CHANGE_LNG':
        return changeLanguage(data)
    }
  }

  async function openPayment(data: unknown): Promise<void> {
    const values = readPaymentValues(data)
    const paymentId = values && readPaymentId(values)
    if (!paymentId) {
      actions.onPaymentOpenError()
      return refusePayment(null)
    }
    // A repeated request gets the result from the payment that is open already.
    if (openPaymentIds.has(paymentId)) return
    openPaymentIds.add(paymentId)
    try {
      await requests.openPayment(values)
    } catch (error) {
      refusePayment(paymentId)
      throw error
    } finally {
      openPaymentIds.delete(paymentId)
    }
  }

  function refusePayment(paymentId: string | null): void {
    const errorCode = eventCodes.PAYMENT_OPEN_FAILED
    const { data } = paymentEnvelope(paymentId, { status: 'none', errorCode })
    send('PAYMENT_RESULT', data, errorCode)
  }

  function changeLanguage(data: unknown): void {
    const language = readLanguage(data)
    if (language) actions.changeLanguage(language)
  }

  return {
    send,
    sendPlayer,
    /** @returns Whether it was a legacy message. */
    receive({ origin, data }: FrameMessage): boolean {
      const message = readLegacyMessage(data)
      if (!message) return false
      senderOrigin = origin
      handle(message).catch((error) => console.error(`The game's ${message.type} failed`, error))
      return true
    },
    close: () => frame.removeEventListener('load', onLoad),
  }
}
