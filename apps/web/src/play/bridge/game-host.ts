import type { EventCode } from '@playhub/contract'
import { type Capability, type Player, type ProjectInfo, readHello } from '@playhub/contract/bridge'
import { type Frame, listenToFrame, toOrigins } from './frame-messages.ts'
import type { GameHostActions } from './game-host-actions.ts'
import { type GamePort, openGamePort } from './game-port.ts'
import { createHandshake } from './handshake.ts'
import { createLegacyLayer } from './legacy-layer.ts'
import { createCover } from './pause-reasons.ts'
import { createGameDesk } from './request-handler.ts'

export interface GameHostOptions {
  frame: Frame
  /** The project's listed origins. Nothing from elsewhere is believed, whatever the frame shows. */
  origins: readonly string[]
  project: ProjectInfo
  language: string
  actions: GameHostActions
  /** The frame said something that is believed: a game is alive in there. */
  onHeard?(from: 'sdk' | 'legacy'): void
}

/** How a payment ended; `data` and `errorCode` are for games of the legacy layer. */
interface PaymentResult {
  data: unknown
  errorCode?: EventCode | null
}

export interface GameHost {
  setLanguage(language: string): void
  /** Tells the game who plays now; saying the same twice tells it once. */
  setPlayer(player: Player): void
  /** Tells a legacy game how its payment ended, and a game on the SDK to look at its purchases. */
  sendPaymentResult(result: PaymentResult): void
  pause(): void
  resume(): void
  /** Hangs up and stops listening. */
  destroy(): void
}

/** What this hub can do for a game. */
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
 * The hub's end of the bridge to one game frame: the SDK's handshake and port, and the specification's window
 * messages beside them. Make it before the frame loads. It decides nothing; `actions` do.
 */
export function createGameHost(options: GameHostOptions): GameHost {
  const { frame, project, actions } = options
  const origins = toOrigins(options.origins)
  let { language } = options
  let port: GamePort | null = null
  let toldPlayer: Player | null = null

  const cover = createCover((event) => port?.tell({ event, payload: null }))
  const getLanguage = () => language
  const desk = createGameDesk({ actions, cover, project, capabilities, getLanguage, onPlayer: tellPlayer })
  const legacy = createLegacyLayer({ frame, origins, actions, desk, isOnPort: () => port !== null })

  const greet = createHandshake(frame, capabilities, (nextPort) => {
    port?.close()
    port = openGamePort(nextPort, desk.answer)
  })
  const stopListening = listenToFrame(frame, origins, (letter) => {
    const hello = readHello(letter.data)
    if (hello) greet(hello, letter.origin)
    else if (!legacy.hear(letter)) return false
    options.onHeard?.(hello ? 'sdk' : 'legacy')
    return true
  })

  /** @returns whether this was news. */
  function tellPlayer(player: Player): boolean {
    const isNews = toldPlayer?.id !== player.id || toldPlayer.name !== player.name
    toldPlayer = player
    if (isNews) port?.tell({ event: 'player', payload: player })
    return isNews
  }

  return {
    setLanguage(next) {
      if (next === language) return
      language = next
      port?.tell({ event: 'language', payload: language })
      legacy.send('CHANGE_LNG', { lng: language })
    },
    setPlayer(player) {
      if (!tellPlayer(player)) return
      if (player.isGuest) legacy.send('USER_LOGOUT', null)
      else legacy.sendUserAuth().catch((error) => console.error('The game did not learn who plays', error))
    },
    sendPaymentResult({ data, errorCode = null }) {
      port?.tell({ event: 'purchases', payload: null })
      legacy.send('PAYMENT_RESULT', data, errorCode)
    },
    pause: () => cover.put('page'),
    resume: () => cover.take('page'),
    destroy() {
      stopListening()
      legacy.close()
      port?.close()
      port = null
    },
  }
}
