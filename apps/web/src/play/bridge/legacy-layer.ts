import type { EventCode } from '@playhub/contract'
import { eventCodes } from '@playhub/contract/events'
import type { Frame, FrameLetter } from './frame-messages.ts'
import type { GameHostActions } from './game-host-actions.ts'
import {
  type LegacyMessage,
  type LegacyReply,
  readLanguage,
  readLegacyMessage,
  readPaymentValues,
} from './legacy-messages.ts'
import type { GameDesk } from './request-handler.ts'

export interface LegacyOptions {
  frame: Frame
  origins: ReadonlySet<string>
  actions: GameHostActions
  desk: GameDesk
  /** The game speaks through the SDK's port: it gets no old messages unless it sends some. */
  isOnPort(): boolean
}

/**
 * The window messages of specification §7. What the hub sends goes to one exact origin: the one the game spoke
 * from, else the one of its address once that has loaded.
 */
export function createLegacyLayer({ frame, origins, actions, desk, isOnPort }: LegacyOptions) {
  let heardOrigin: string | null = null
  let isLoaded = false
  const onLoad = () => {
    isLoaded = true
  }
  frame.addEventListener('load', onLoad)

  function listeningOrigin(): string | null {
    if (heardOrigin) return heardOrigin
    if (!isLoaded || isOnPort()) return null
    const origin = URL.parse(frame.src)?.origin
    return origin && origins.has(origin) ? origin : null
  }

  function send(type: LegacyReply['type'], data: unknown, errorCode: EventCode | null = null): void {
    const origin = listeningOrigin()
    if (!origin) return
    const reply: LegacyReply = { type, data, isError: errorCode !== null, errorCode }
    frame.contentWindow?.postMessage(reply, origin)
  }

  async function sendUserAuth(): Promise<void> {
    if (listeningOrigin()) send('USER_AUTH', await actions.getUserAuth())
  }

  async function signIn(): Promise<void> {
    try {
      await desk.signIn()
      await sendUserAuth()
    } catch (error) {
      send('USER_AUTH', null, eventCodes.SIGN_IN_FAILED)
      throw error
    }
  }

  async function obey({ type, data }: LegacyMessage): Promise<void> {
    switch (type) {
      case 'GET_USER_AUTH':
        return sendUserAuth()
      case 'ON_LOGIN':
        return signIn()
      case 'ON_LOGOUT':
        await desk.signOut()
        return send('USER_LOGOUT', null)
      case 'ON_BANK':
        return openBank(data)
      case 'CHANGE_LNG':
        return changeLanguage(data)
    }
  }

  async function openBank(data: unknown): Promise<void> {
    const values = readPaymentValues(data)
    if (values) await desk.openPayment(values)
    else actions.onPaymentOpenError()
  }

  function changeLanguage(data: unknown): void {
    const language = readLanguage(data)
    if (language) actions.changeLanguage(language)
  }

  return {
    send,
    sendUserAuth,
    /** @returns whether it was one of the old messages. */
    hear({ origin, data }: FrameLetter): boolean {
      const message = readLegacyMessage(data)
      if (!message) return false
      heardOrigin = origin
      obey(message).catch((error) => console.error(`The game's ${message.type} failed`, error))
      return true
    },
    close: () => frame.removeEventListener('load', onLoad),
  }
}
