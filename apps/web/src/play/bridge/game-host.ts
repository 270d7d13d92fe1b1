import type { EventCode } from '@playhub/contract'
import { type Capability, type Player, type ProjectInfo, readHello } from '@playhub/contract/bridge'
import { type Frame, type FrameMessage, listenToFrame, toOrigins } from './frame-messages.ts'
import type { GameHostActions } from './game-host-actions.ts'
import { type GamePort, openGamePort } from './game-port.ts'
import { createHandshake } from './handshake.ts'
import { createLegacyLayer } from './legacy-layer.ts'
import { createRequestHandler } from './request-handler.ts'

export interface GameHostOptions {
  frame: Frame
  /** The project's listed origins. Any other origin gets a refusal at most, whatever the frame shows. */
  origins: readonly string[]
  project: ProjectInfo
  language: string
  actions: GameHostActions
  /** The game has loaded, so the loading screen can close. */
  onReady?(): void
  /** The frame sent a valid message, so a game is running in it. */
  onMessage?(protocol: 'sdk' | 'legacy'): void
}

/** A payment's result; only legacy games receive `data` and `errorCode`. */
interface PaymentResult {
  data: unknown
  errorCode?: EventCode | null
}

export interface GameHost {
  setLanguage(language: string): void
  /** Informs the game about the current player; repeating the same player sends nothing. */
  setPlayer(player: Player): void
  /** Sends a legacy game its payment result, and makes a game on the SDK refresh its purchases. */
  sendPaymentResult(result: PaymentResult): void
  pause(): void
  resume(): void
  /** Closes the port and stops listening. */
  destroy(): void
}

const capabilities: readonly Capability[] = [
  'player',
  'token',
  'signIn',
  'shop',
  'language',
  'pause',
  'support',
]

/**
 * The hub's end of the bridge to one game frame: the SDK's handshake and port, and the legacy window
 * messages. Create it before the frame loads. `actions` carry out what the game requests.
 */
export function createGameHost(options: GameHostOptions): GameHost {
  const { frame, project, actions } = options
  const origins = toOrigins(options.origins)
  let { language } = options
  let port: GamePort | null = null
  let sentPlayer: Player | null = null

  const requests = createRequestHandler({
    actions,
    project,
    capabilities,
    getLanguage: () => language,
    onReady: () => options.onReady?.(),
    onPlayer: publishPlayer,
    onPause: (event) => port?.send({ event, payload: null }),
  })
  const legacy = createLegacyLayer({ frame, origins, actions, requests, hasPort: () => port !== null })

  const handshake = createHandshake(frame, capabilities, (nextPort) => {
    port?.close()
    port = openGamePort(nextPort, requests.handle)
  })
  const stopListening = listenToFrame(frame, origins, receive, receiveUnlisted)

  function receive(message: FrameMessage): boolean {
    const hello = readHello(message.data)
    if (hello) handshake.receiveHello(hello, message.origin)
    else if (!legacy.receive(message)) return false
    options.onMessage?.(hello ? 'sdk' : 'legacy')
    return true
  }

  function receiveUnlisted({ data, origin }: FrameMessage): boolean {
    const hello = readHello(data)
    if (hello) handshake.refuseOrigin(hello, origin)
    return hello !== null
  }

  /** Repeating the same player sends nothing. */
  function publishPlayer(player: Player): void {
    if (sentPlayer?.id === player.id && sentPlayer.name === player.name) return
    sentPlayer = player
    port?.send({ event: 'player', payload: player })
    legacy.sendPlayer(player)
  }

  return {
    setLanguage(next) {
      if (next === language) return
      language = next
      port?.send({ event: 'language', payload: language })
      legacy.send('CHANGE_LNG', { lng: language })
    },
    setPlayer: publishPlayer,
    sendPaymentResult({ data, errorCode = null }) {
      port?.send({ event: 'purchases', payload: null })
      legacy.send('PAYMENT_RESULT', data, errorCode)
    },
    pause: () => requests.pause('page'),
    resume: () => requests.resume('page'),
    destroy() {
      stopListening()
      legacy.close()
      port?.close()
      port = null
    },
  }
}
