import { BRIDGE_VERSIONS, HELLO, type Hello, REFUSED, WELCOME } from '@playhub/contract/bridge-protocol'
import { PlayhubError } from './error.ts'
import { SDK_VERSION } from './version.ts'

/** The hub's page may start to listen after the game's: say hello again until the time is up. */
const HELLO_EVERY_MS = 150

export interface HandshakeOptions {
  timeoutMs: number
  /** Origins of the hubs this game belongs in; any parent when left out. */
  hubOrigins?: readonly string[]
}

/**
 * Looks for a hub in the window above.
 * @returns the port to it, or null when there is no parent or nobody answers in time.
 * @throws PlayhubError `UNSUPPORTED_VERSION` when a hub answers that it cannot speak with this SDK.
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
  const sayHello = () => {
    for (const origin of hubOrigins ?? ['*']) hub.postMessage(hello, origin)
  }

  return new Promise((resolve, reject) => {
    const onMessage = ({ source, origin, data, ports }: MessageEvent) => {
      if (source !== hub || (hubOrigins && !hubOrigins.includes(origin))) return
      if (data?.nonce !== hello.nonce) return
      if (data.type === WELCOME && ports[0]) {
        stop()
        if (hello.versions.includes(data.version)) resolve(ports[0])
        else reject(unsupported(data.version))
      } else if (data.type === REFUSED) {
        stop()
        reject(unsupported(data.versions))
      }
    }
    const stop = () => {
      window.removeEventListener('message', onMessage)
      clearInterval(repeat)
      clearTimeout(giveUp)
    }
    window.addEventListener('message', onMessage)
    const repeat = setInterval(sayHello, HELLO_EVERY_MS)
    const giveUp = setTimeout(() => {
      stop()
      resolve(null)
    }, timeoutMs)
    sayHello()
  })
}

function unsupported(versions: unknown): PlayhubError {
  return new PlayhubError('UNSUPPORTED_VERSION', `The hub speaks other versions of the bridge: ${versions}`)
}
