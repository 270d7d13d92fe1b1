import { type Hello, readHello } from '@playhub/contract/bridge'
import type { BootReport, createBootLayer } from './boot-layer.ts'
import type { FrameMessage } from './frame-messages.ts'
import type { GameHostActions } from './game-host-actions.ts'
import type { createHandshake } from './handshake.ts'
import type { createLegacyLayer } from './legacy-layer.ts'
import type { OpaqueMessages } from './opaque-messages.ts'

export interface FrameObserver {
  /** The frame sent a valid message, so a game is running in it. */
  onMessage?(protocol: 'sdk' | 'legacy' | 'boot'): void
  /** A document in the frame has announced itself: by the SDK or the boot script. */
  onDocument?(): void
  /** The game has sent something, so its page runs scripts. @param isPong  It answers a ping. */
  onAlive?(isPong: boolean): void
}

interface FrameReaderOptions extends FrameObserver {
  /** The hub serves the game without an origin of its own. */
  isOpaque?: boolean
  actions: Pick<GameHostActions, 'onSdk'>
  handshake: ReturnType<typeof createHandshake>
  boot: ReturnType<typeof createBootLayer> | undefined
  /** The play whose pages have the boot script. */
  playId: string | undefined
  legacy: Pick<ReturnType<typeof createLegacyLayer>, 'receive' | 'isKnown'>
  /** Serves a game without an origin. */
  messages: OpaqueMessages
}

/** Reads what the pages of the frame send: the SDK's hello, reports of the boot script, and legacy messages. */
export function createFrameReader(options: FrameReaderOptions) {
  const { isOpaque, actions, handshake, boot, playId, legacy, messages } = options
  const isNewDocument = createDocumentCheck()
  let connectedNonce: string | null = null

  function connect(hello: Hello, origin: string): void {
    actions.onSdk(hello.mergesSaves === true)
    handshake.receiveHello(hello, origin)
  }

  function announce(hello: Hello | null, report: BootReport | null): void {
    if (isNewDocument(hello, report)) options.onDocument?.()
    options.onAlive?.(report?.event === 'pong')
    options.onMessage?.(hello ? 'sdk' : report ? 'boot' : 'legacy')
  }

  /**
   * Every page in the frame has the origin `null`, so the play's id shows it is the hub's own build. It is good for one
   * port: a later page may be another site's, after the build has passed on the id. Messages without it count while the
   * first page is there.
   */
  function readOpaque(message: FrameMessage, hello: Hello | null): boolean {
    if (!hello) {
      if (legacy.isKnown(message)) {
        messages.whenThere(() => {
          legacy.receive(message)
          announce(null, null)
        })
        return messages.isOpen()
      }
      const report = boot?.receive(message) ?? null
      if (report?.event === 'messages') messages.open(message.ports?.[0])
      const isLaterPage = report?.event === 'started' && connectedNonce !== null
      if (report && !isLaterPage) announce(null, report)
      return report !== null
    }
    if (hello.playId === undefined || hello.playId !== playId) {
      handshake.refuseOrigin(hello, message.origin)
      return true
    }
    connectedNonce ??= hello.nonce
    if (hello.nonce !== connectedNonce) return true
    connect(hello, message.origin)
    announce(hello, null)
    return true
  }

  return {
    read(message: FrameMessage): boolean {
      const hello = readHello(message.data)
      const report = hello ? null : (boot?.receive(message) ?? null)
      if (hello) connect(hello, message.origin)
      else if (report === null && !legacy.receive(message)) return false
      announce(hello, report)
      return true
    },
    /** Pages at other origins than the project's get a refusal at most. */
    readUnlisted(message: FrameMessage): boolean {
      const hello = readHello(message.data)
      if (isOpaque && message.origin === 'null') return readOpaque(message, hello)
      if (hello) handshake.refuseOrigin(hello, message.origin)
      return hello !== null
    },
  }
}

/** The boot script comes first; the SDK of its page may connect after the page has loaded, and may ask repeatedly. */
function createDocumentCheck() {
  let announcedNonce: string | null = null
  let awaitsHello = false

  return (hello: Hello | null, report: BootReport | null): boolean => {
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
}
