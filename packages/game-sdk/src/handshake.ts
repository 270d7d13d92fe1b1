import { BRIDGE_VERSIONS, HELLO, type Hello, REFUSED, WELCOME } from '@playhub/contract/bridge-protocol'
import { PlayhubError, SDK_VERSION } from './transport.ts'

/** The hub's page may start to listen after the game's page, so the hello message is repeated. */
const HELLO_INTERVAL_MS = 150

export interface HandshakeOptions {
  timeoutMs: number
  /** Default: any parent window. */
  hubOrigins?: readonly string[]
}

/**
 * Looks for a hub in the parent window.
 * @returns the port to it; null when there is no parent window or no hub responds in time.
 * @throws PlayhubError `UNSUPPORTED_VERSION` when the hub and this SDK share no bridge version.
 */
export function findHub({ timeoutMs, hubOrigins }: HandshakeOptions): Promise<MessagePort | null> {
  const hub = window.parent
  if (hub === window) return Promise.resolve(null)

  const hello: Hello = {
    type: HELLO,
    nonce: [...crypto.getRandomValues(new Uint32Array(4))].join('-'),
    versions: [...BRIDGE_VERSIONS],
    sdk: SDK_VERSION,
  }
  const sendHello = () => {
    for (const origin of hubOrigins ?? ['*']) hub.postMessage(hello, origin)
  }

  return new Promise((resolve, reject) => {
    const onMessage = ({ source, origin, data, ports }: MessageEvent) => {
      if (source !== hub || (hubOrigins && !hubOrigins.includes(origin))) return
      if (data?.nonce !== hello.nonce) return
      if (data.type === WELCOME && ports[0]) {
        stop()
        if (hello.versions.includes(data.version)) resolve(ports[0])
        else reject(unsupportedVersion(data.version))
      } else if (data.type === REFUSED) {
        stop()
        reject(unsupportedVersion(data.versions))
      }
    }
    const stop = () => {
      window.removeEventListener('message', onMessage)
      clearInterval(interval)
      clearTimeout(timeout)
    }
    window.addEventListener('message', onMessage)
    const interval = setInterval(sendHello, HELLO_INTERVAL_MS)
    const timeout = setTimeout(() => {
      stop()
      resolve(null)
    }, timeoutMs)
    sendHello()
  })
}

function unsupportedVersion(versions: unknown): PlayhubError {
  return new PlayhubError('UNSUPPORTED_VERSION', `The hub supports other versions of the bridge: ${versions}`)
}
