import {
  BRIDGE_VERSIONS,
  HELLO,
  type Hello,
  REFUSED,
  sdkErrors,
  WELCOME,
} from '@playhub/contract/bridge-protocol'
import { PlayhubError, SDK_VERSION } from './transport.ts'

/** The hub's page may start to listen after the game's page, so the hello message is repeated. */
const FIRST_INTERVAL_MS = 150
const LONGEST_INTERVAL_MS = 2_000

export interface HandshakeOptions {
  timeoutMs: number
  /** `*` is any parent window. */
  hubOrigins: readonly string[]
  playId?: string | undefined
  mergesSaves: boolean
  /** Ends the search with `CLOSED`. */
  signal: AbortSignal
}

/**
 * Looks for a hub in the parent window.
 * @throws PlayhubError `NO_HUB` when none answers in time, `ORIGIN_NOT_LISTED` or `UNSUPPORTED_VERSION` when it refuses,
 *   `CLOSED` when the signal aborts.
 */
export function findHub(options: HandshakeOptions): Promise<MessagePort> {
  const { timeoutMs, playId, mergesSaves, signal } = options
  const hub = window.parent
  const hubOrigins = selectOrigins(options.hubOrigins)
  const hello: Hello = {
    type: HELLO,
    nonce: [...crypto.getRandomValues(new Uint32Array(4))].join('-'),
    versions: [...BRIDGE_VERSIONS],
    sdk: SDK_VERSION,
    playId,
    mergesSaves,
  }

  return new Promise((resolve, reject) => {
    let intervalMs = FIRST_INTERVAL_MS
    let repeat: ReturnType<typeof setTimeout>
    const sendHello = () => {
      for (const origin of hubOrigins) hub.postMessage(hello, origin)
      repeat = setTimeout(sendHello, intervalMs)
      intervalMs = Math.min(intervalMs * 1.5, LONGEST_INTERVAL_MS)
    }
    const stop = () => {
      removeEventListener('message', onMessage)
      clearTimeout(repeat)
      clearTimeout(timeout)
    }
    const fail = (...error: ConstructorParameters<typeof PlayhubError>) => {
      stop()
      reject(new PlayhubError(...error))
    }
    const onMessage = ({ source, origin, data, ports }: MessageEvent) => {
      if (source !== hub || !(hubOrigins.includes('*') || hubOrigins.includes(origin))) return
      if (data?.nonce !== hello.nonce) return
      if (data.type === WELCOME && ports[0]) {
        if (!hello.versions.includes(data.version)) return fail('UNSUPPORTED_VERSION')
        stop()
        resolve(ports[0])
      } else if (data.type === REFUSED) fail(data.code, data.message)
    }
    addEventListener('message', onMessage)
    signal.addEventListener('abort', () => fail('CLOSED'))
    const timeout = setTimeout(
      () => fail('NO_HUB', sdkErrors.NO_HUB.replace('{origin}', location.origin)),
      timeoutMs,
    )
    sendHello()
  })
}

/** Leaves out origins the parent certainly does not have: the browser logs an error for each message to them. */
export function selectOrigins(hubOrigins: readonly string[]): readonly string[] {
  // Undefined where the browser does not tell.
  const parentOrigin = location.ancestorOrigins?.[0]
  return parentOrigin ? hubOrigins.filter((origin) => origin === '*' || origin === parentOrigin) : hubOrigins
}
