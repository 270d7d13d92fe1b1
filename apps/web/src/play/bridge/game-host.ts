import type { EventCode } from '@playhub/contract'
import type { StorageRequest } from '@playhub/contract/boot-messages'
import type {
  BridgeCall,
  BridgeEvents,
  Capability,
  Player,
  ProjectInfo,
  ReadCall,
  SafeArea,
} from '@playhub/contract/bridge'
import { hubCapabilities } from '@playhub/contract/plays/limits'
import type { ItemSaveKey } from '@playhub/contract/saves/limits'
import { type BootReport, createBootLayer } from './boot-layer.ts'
import { type Frame, listenToFrame, toOrigins } from './frame-messages.ts'
import { createFrameReader, type FrameObserver } from './frame-reader.ts'
import { type GameHostActions, GameRefusal } from './game-host-actions.ts'
import { type GamePort, openGamePort } from './game-port.ts'
import { createHandshake } from './handshake.ts'
import { createLegacyLayer } from './legacy-layer.ts'
import { createOpaqueMessages } from './opaque-messages.ts'
import { createRequestHandler } from './request-handler.ts'

export interface GameHostOptions extends FrameObserver {
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
  /** Reports of a hosted game's boot script. @param playId  Their play. */
  boot?: { playId: string; onReport(report: BootReport): void }
}

/** A removed frame may need so long to end. */
const LAST_MESSAGES_MS = 1_000
const lastCalls: readonly BridgeCall[] = ['saves.set', 'scores.submit', 'achievements.progress']

/** A payment's result; only legacy games receive `data` and `errorCode`. */
interface PaymentResult {
  data: unknown
  errorCode?: EventCode | null
  /** The game has asked by a message: it gets one also where it has the SDK's port. */
  isReply?: boolean
}

export interface GameHost {
  setLanguage(language: string): void
  /** Informs the game about the current player; repeating the same player sends nothing. */
  setPlayer(player: Player): void
  /** Sends a legacy game its payment result, and makes a game on the SDK refresh its purchases. */
  sendPaymentResult(result: PaymentResult): void
  /** The game has sent a legacy message. */
  usesMessages(): boolean
  /** Reports saves changed elsewhere to a game on the SDK. */
  sendSaves(update: BridgeEvents['saves']): void
  /** Tells the boot script of a game whose `localStorage` and IndexedDB are saved. */
  sendStorage(key: ItemSaveKey, request: StorageRequest): void
  pause(): void
  resume(): void
  /** The hub covers the game. */
  isPaused(): boolean
  /** Asks for a sign of life; `onAlive` tells of it. */
  ping(): void
  setSafeArea(safeArea: SafeArea): void
  /** Switches the game's sound off or on. */
  setMuted(isMuted: boolean): void
  /** Stops listening, but to what a removed frame saves while it ends. */
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
  let isRemoved = false
  const mute = createMute((isMuted) => {
    port?.send({ event: 'mute', payload: { isMuted } })
    boot?.send({ event: 'mute', isMuted })
  })
  const requests = createRequestHandler({
    actions,
    project,
    capabilities,
    getLanguage: () => language,
    getSafeArea: () => safeArea,
    onReady: () => options.onReady?.(),
    onPlayer: publishPlayer,
    onPause: (event) => port?.send({ event, payload: null }),
    onBreak: mute.setInBreak,
  })
  const messages = createOpaqueMessages()
  const hasPort = () => port !== null
  const legacy = createLegacyLayer({ frame, origins, actions, requests, hasPort, messages })

  const handshake = createHandshake(frame, capabilities, (nextPort) => {
    port?.close()
    port = openGamePort(nextPort, handle, (isPong) => options.onAlive?.(isPong))
    if (mute.isSilent()) port.send({ event: 'mute', payload: { isMuted: true } })
    if (requests.isPaused()) port.send({ event: 'pause', payload: null })
  })
  const boot = options.boot && createBootLayer(frame, options.boot)
  const reader = createFrameReader({
    ...options,
    handshake,
    boot,
    playId: options.boot?.playId,
    legacy,
    messages,
  })
  const stopListening = listenToFrame(
    frame,
    origins,
    (message) => (isRemoved ? boot?.receive(message) != null : reader.read(message)),
    (message) => (isRemoved && !options.isOpaque ? false : reader.readUnlisted(message)),
  )

  async function handle(call: ReadCall): Promise<unknown> {
    if (isRemoved && !lastCalls.includes(call.call)) throw new GameRefusal('CLOSED')
    return requests.handle(call)
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
    sendPaymentResult({ data, errorCode = null, isReply = false }) {
      port?.send({ event: 'purchases', payload: null })
      legacy.send('PAYMENT_RESULT', data, errorCode, isReply)
    },
    usesMessages: legacy.usesMessages,
    sendSaves: (payload) => port?.send({ event: 'saves', payload }),
    sendStorage: (key, request) => boot?.send({ event: key, ...request }),
    pause: requests.pause,
    resume: requests.resume,
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
    setMuted: mute.setMuted,
    destroy() {
      isRemoved = true
      legacy.close()
      messages.close()
      setTimeout(() => {
        stopListening()
        port?.close()
        port = null
      }, LAST_MESSAGES_MS)
    },
  }
}

/** A break is silent, whatever the player has chosen. */
function createMute(send: (isSilent: boolean) => void) {
  let isMuted = false
  let isInBreak = false
  return {
    isSilent: () => isMuted || isInBreak,
    setMuted(next: boolean): void {
      isMuted = next
      if (!isInBreak) send(isMuted)
    },
    setInBreak(next: boolean): void {
      isInBreak = next
      if (!isMuted) send(isInBreak)
    },
  }
}
