import type { EventCode } from '@playhub/contract'
import type { StorageRequest } from '@playhub/contract/boot-messages'
import {
  type BridgeEvents,
  type Capability,
  type Hello,
  type Player,
  type ProjectInfo,
  readHello,
  type SafeArea,
} from '@playhub/contract/bridge'
import { hubCapabilities } from '@playhub/contract/plays/limits'
import { type BootReport, createBootLayer } from './boot-layer.ts'
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
  /** The hub serves the game without an origin of its own; `boot` has to be given then. */
  isOpaque?: boolean
  project: ProjectInfo
  /** Default: those of every game. */
  capabilities?: readonly Capability[]
  language: string
  /** Default: none of the frame is behind a notch or a rounded corner. */
  safeArea?: SafeArea
  actions: GameHostActions
  /** The game has loaded, so the loading screen can close. */
  onReady?(): void
  /** The frame sent a valid message, so a game is running in it. */
  onMessage?(protocol: 'sdk' | 'legacy' | 'boot'): void
  /** A document in the frame has announced itself: by the SDK or the boot script. */
  onDocument?(): void
  /** The game has sent something, so its page runs scripts. @param isPong  It answers a ping. */
  onAlive?(isPong: boolean): void
  /** What the boot script of a hosted game tells. @param playId  Of the play that it belongs to. */
  boot?: { playId: string; onReport(report: BootReport): void }
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
  /** Tells a game on the SDK that saves have changed elsewhere. */
  sendSaves(update: BridgeEvents['saves']): void
  /** Tells the boot script of a game whose `localStorage` is saved. */
  sendStorage(request: StorageRequest): void
  pause(): void
  resume(): void
  /** The hub covers the game. */
  isPaused(): boolean
  /** Asks for a sign of life; `onAlive` tells of it. */
  ping(): void
  setSafeArea(safeArea: SafeArea): void
  /** Switches the game's sound off or on. */
  setMuted(isMuted: boolean): void
  /** Closes the port and stops listening. */
  destroy(): void
}

/**
 * The hub's end of the bridge to one game frame: the SDK's handshake and port, and the legacy window
 * messages. Create it before the frame loads. `actions` carry out what the game requests.
 */
export function createGameHost(options: GameHostOptions): GameHost {
  const { frame, project, actions, capabilities = hubCapabilities } = options
  const origins = toOrigins(options.origins)
  let { language, safeArea = { top: 0, right: 0, bottom: 0, left: 0 } } = options
  let port: GamePort | null = null
  let sentPlayer: Player | null = null
  let isMuted = false
  /** A break is silent, whatever the player has chosen. */
  let isInBreak = false
  let connectedNonce: string | null = null
  let announcedNonce: string | null = null
  let awaitsHello = false

  const requests = createRequestHandler({
    actions,
    project,
    capabilities,
    getLanguage: () => language,
    getSafeArea: () => safeArea,
    onReady: () => options.onReady?.(),
    onPlayer: publishPlayer,
    onPause: (event) => port?.send({ event, payload: null }),
    onBreak(isShown) {
      isInBreak = isShown
      if (!isMuted) sendMute()
    },
  })
  const legacy = createLegacyLayer({ frame, origins, actions, requests, hasPort: () => port !== null })

  const handshake = createHandshake(frame, capabilities, (nextPort) => {
    port?.close()
    port = openGamePort(nextPort, requests.handle, (isPong) => options.onAlive?.(isPong))
    if (isMuted || isInBreak) port.send({ event: 'mute', payload: { isMuted: true } })
  })
  const boot = options.boot && createBootLayer(frame, options.boot)
  const stopListening = listenToFrame(frame, origins, receive, receiveUnlisted)

  function receive(message: FrameMessage): boolean {
    const hello = readHello(message.data)
    const report = hello ? null : (boot?.receive(message) ?? null)
    if (hello) connect(hello, message.origin)
    else if (report === null && !legacy.receive(message)) return false
    announce(hello, report)
    return true
  }

  function receiveUnlisted(message: FrameMessage): boolean {
    const hello = readHello(message.data)
    if (options.isOpaque && message.origin === 'null') return receiveOpaque(message, hello)
    if (hello) handshake.refuseOrigin(hello, message.origin)
    return hello !== null
  }

  /**
   * Every page that the frame may show has the origin `null`, so the id of the play shows that it is the hub's own build.
   * It is good for one port: a later page may be another site's, to which the build has passed the id.
   */
  function receiveOpaque(message: FrameMessage, hello: Hello | null): boolean {
    if (!hello) {
      const report = boot?.receive(message) ?? null
      const isLaterPage = report?.event === 'started' && connectedNonce !== null
      if (report && !isLaterPage) announce(null, report)
      return report !== null
    }
    if (hello.playId === undefined || hello.playId !== options.boot?.playId) {
      handshake.refuseOrigin(hello, message.origin)
      return true
    }
    connectedNonce ??= hello.nonce
    if (hello.nonce !== connectedNonce) return true
    connect(hello, message.origin)
    announce(hello, null)
    return true
  }

  function connect(hello: Hello, origin: string): void {
    actions.onSdk(hello.mergesSaves === true)
    handshake.receiveHello(hello, origin)
  }

  /** The boot script comes first; the SDK of its page may connect after the page has loaded, and may ask repeatedly. */
  function isNewDocument(hello: Hello | null, report: BootReport | null): boolean {
    if (report?.event === 'started') {
      awaitsHello = true
      return true
    }
    if (!hello || hello.nonce === announcedNonce) return false
    announcedNonce = hello.nonce
    const isKnown = awaitsHello
    awaitsHello = false
    return !isKnown
  }

  function announce(hello: Hello | null, report: BootReport | null): void {
    if (isNewDocument(hello, report)) options.onDocument?.()
    options.onAlive?.(report?.event === 'pong')
    options.onMessage?.(hello ? 'sdk' : report ? 'boot' : 'legacy')
  }

  /** Repeating the same player sends nothing. */
  function publishPlayer(player: Player): void {
    if (sentPlayer?.id === player.id && sentPlayer.name === player.name) return
    sentPlayer = player
    port?.send({ event: 'player', payload: player })
    legacy.sendPlayer(player)
  }

  function sendMute(): void {
    const isSilent = isMuted || isInBreak
    port?.send({ event: 'mute', payload: { isMuted: isSilent } })
    boot?.send({ event: 'mute', isMuted: isSilent })
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
    sendSaves: (payload) => port?.send({ event: 'saves', payload }),
    sendStorage: (request) => boot?.send({ event: 'storage', ...request }),
    pause: () => requests.pause('page'),
    resume: () => requests.resume('page'),
    isPaused: requests.isPaused,
    ping() {
      port?.send({ event: 'ping', payload: null })
      boot?.send({ event: 'ping' })
    },
    setSafeArea(next) {
      if (JSON.stringify(next) === JSON.stringify(safeArea)) return
      safeArea = next
      port?.send({ event: 'safeArea', payload: safeArea })
    },
    setMuted(next) {
      isMuted = next
      if (!isInBreak) sendMute()
    },
    destroy() {
      stopListening()
      legacy.close()
      port?.close()
      port = null
    },
  }
}
