import type { EventCode } from '@playhub/contract'
import type { Player } from '@playhub/contract/bridge'
import { parseUrl } from '@playhub/contract/browsers/newer-builtins'
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
import type { OpaqueMessages } from './opaque-messages.ts'
import type { RequestHandler } from './request-handler.ts'

interface LegacyOptions {
  frame: Frame
  origins: ReadonlySet<string>
  actions: GameHostActions
  requests: RequestHandler
  /** The game uses the SDK's port, so it receives no legacy messages unless it sends one. */
  hasPort(): boolean
  /** Replaces window messages to a page without an origin. */
  messages: OpaqueMessages
}

/** Handles specification §7 window messages. */
export function createLegacyLayer({ frame, origins, actions, requests, hasPort, messages }: LegacyOptions) {
  const sender = createSender({ frame, origins, hasPort, messages })
  const player = createPlayerMessages({ actions, requests, sender })
  const payments = createPaymentMessages({ actions, requests, sender })
  const stopWaiting = sender.onLoad(player.resumeLogin)

  async function handle({ type, data }: LegacyMessage): Promise<void> {
    switch (type) {
      case 'GET_USER_AUTH':
        return player.sendUserAuth()
      case 'ON_LOGIN':
        return player.signIn()
      case 'ON_LOGOUT':
        return player.signOut()
      case 'ON_BANK':
        return payments.open(data)
      case 'CHANGE_LNG':
        return changeLanguage(actions, data)
    }
  }

  return {
    send: sender.send,
    usesMessages: sender.hasSender,
    sendPlayer: player.sendPlayer,
    isKnown: ({ data }: FrameMessage): boolean => readLegacyMessage(data) !== null,
    /** @returns Whether it was a legacy message. */
    receive({ origin, data }: FrameMessage): boolean {
      const message = readLegacyMessage(data)
      if (!message) return false
      sender.setOrigin(origin)
      handle(message).catch((error) => console.error(`The game's ${message.type} failed`, error))
      return true
    },
    close: stopWaiting,
  }
}

function changeLanguage(actions: GameHostActions, data: unknown): void {
  const language = readLanguage(data)
  if (language) actions.changeLanguage(language)
}

type Sender = ReturnType<typeof createSender>

/** Sends messages to one exact origin: the game's last sending one, else the frame URL's once it has loaded. */
function createSender({
  frame,
  origins,
  hasPort,
  messages,
}: Pick<LegacyOptions, 'frame' | 'origins' | 'hasPort' | 'messages'>) {
  let senderOrigin: string | null = null
  let isLoaded = false

  function targetOrigin(isReply = false): string | null {
    if (senderOrigin) return senderOrigin
    if (!isLoaded || (hasPort() && !isReply)) return null
    if (messages.isOpen()) return 'null'
    const origin = parseUrl(frame.src)?.origin
    return origin && origins.has(origin) ? origin : null
  }

  return {
    setOrigin(origin: string): void {
      senderOrigin = origin
    },
    hasSender: () => senderOrigin !== null,
    canSend: () => targetOrigin() !== null,
    /** @param isReply  The game's last page has asked for it. */
    send(
      type: LegacyReply['type'],
      data: unknown,
      errorCode: EventCode | null = null,
      isReply = false,
    ): void {
      const origin = targetOrigin(isReply)
      if (!origin) return
      const reply: LegacyReply = { type, data, isError: errorCode !== null, errorCode }
      if (messages.isOpen()) messages.send(reply)
      else frame.contentWindow?.postMessage(reply, origin)
    },
    /** Calls back at each load of the game. @returns a function to stop it */
    onLoad(callback: () => void): () => void {
      const listener = () => {
        isLoaded = true
        callback()
      }
      frame.addEventListener('load', listener)
      return () => frame.removeEventListener('load', listener)
    },
  }
}

type Exchange = Pick<LegacyOptions, 'actions' | 'requests'> & { sender: Sender }

function createPlayerMessages({ actions, requests, sender }: Exchange) {
  /** Login and logout requests from the game. The responses are its only messages about the player then. */
  let openRequests = 0

  async function sendUserAuth(): Promise<void> {
    if (sender.canSend()) sender.send('USER_AUTH', await actions.getUserAuth())
  }

  const sendUserAuthSafely = () =>
    void sendUserAuth().catch((error) => console.error('USER_AUTH was not sent', error))

  async function change(request: () => Promise<Player>): Promise<void> {
    openRequests += 1
    try {
      await request()
    } finally {
      openRequests -= 1
    }
  }

  return {
    sendUserAuth,
    /** Informs the game about a change from outside it. */
    sendPlayer(player: Player): void {
      if (openRequests > 0) return
      if (player.isGuest) sender.send('USER_LOGOUT', null)
      else sendUserAuthSafely()
    },
    /** Responds to a login request from before the page was left for it. */
    resumeLogin(): void {
      if (actions.takeLoginRequest()) sendUserAuthSafely()
    },
    async signIn(): Promise<void> {
      try {
        actions.keepLoginRequest()
        await change(requests.signIn)
        actions.takeLoginRequest()
        await sendUserAuth()
      } catch (error) {
        sender.send('USER_AUTH', null, eventCodes.SIGN_IN_FAILED)
        throw error
      }
    },
    async signOut(): Promise<void> {
      await change(requests.signOut)
      sender.send('USER_LOGOUT', null)
    },
  }
}

function createPaymentMessages({ actions, requests, sender }: Exchange) {
  /** Payments opened by `ON_BANK`. */
  const openIds = new Set<string>()

  function refuse(paymentId: string | null): void {
    const errorCode = eventCodes.PAYMENT_OPEN_FAILED
    const { data } = paymentEnvelope(paymentId, { status: 'none', errorCode })
    sender.send('PAYMENT_RESULT', data, errorCode)
  }

  async function open(data: unknown): Promise<void> {
    const values = readPaymentValues(data)
    const paymentId = values && readPaymentId(values)
    if (!paymentId) {
      actions.onPaymentOpenError()
      return refuse(null)
    }
    // A repeated request gets the open payment's result.
    if (openIds.has(paymentId)) return
    openIds.add(paymentId)
    try {
      await requests.openPayment(values)
    } catch (error) {
      refuse(paymentId)
      throw error
    } finally {
      openIds.delete(paymentId)
    }
  }

  return { open }
}
