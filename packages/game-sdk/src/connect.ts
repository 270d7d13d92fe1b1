import { HANDSHAKE_TIMEOUT_MS } from '@playhub/contract/bridge-protocol'
import { findHub, getParentOrigin } from './handshake.ts'
import { createHub, type Hub } from './hub.ts'
import { createLocalTransport, type LocalOptions } from './local-transport.ts'
import { createPortTransport } from './port-transport.ts'
import { takeStartData } from './start-data.ts'
import { PlayhubError } from './transport.ts'
import { createWaitingTransport } from './waiting-transport.ts'

export interface ConnectOptions {
  /**
   * The simulated hub of local mode, which runs outside a frame, and in a frame on `localhost` when no hub responds.
   * `false` disables local mode: `connect` then rejects with `NO_HUB`. Disable it in a released game, because items in
   * the local shop are free.
   */
  local?: LocalOptions | false
  /**
   * Origins of the hubs that may show this game, such as `https://play.example`. Default: the hub that the script tag
   * loads the SDK from. `['*']` is any page: choose it where your server's `frame-ancestors` names the hubs.
   */
  hubOrigins?: readonly string[]
  /** How long to wait for a hub that has given no start data. Default: 10 s, on `localhost` 1.5 s. */
  timeoutMs?: number
}

/** A developer's own frame without a hub need not wait long for local mode. */
const LOCALHOST_TIMEOUT_MS = 1_500

/** Read when the script starts: a later page of the frame must not find it. */
const start = takeStartData()
const scriptHub = findScriptHub()
let connected: Promise<Hub> | undefined

/**
 * Connects to the hub that shows this game, or starts local mode. With the hub's start data it resolves at once, and
 * calls wait for the connection. Further calls return the same hub until it is closed.
 * @throws PlayhubError `NO_HUB`, `ORIGIN_NOT_LISTED` or `UNSUPPORTED_VERSION`.
 */
export function connect(options: ConnectOptions = {}): Promise<Hub> {
  if (connected) return connected
  const connection = openHub(options, () => forget(connection))
  connection.catch(() => forget(connection))
  connected = connection
  return connection
}

/** Ignores a connection that is not the current one, such as an old hub that is closed twice. */
function forget(connection: Promise<Hub>): void {
  if (connected === connection) connected = undefined
}

async function openHub(options: ConnectOptions, onClose: () => void): Promise<Hub> {
  if (window.parent === window) return openLocally(options, onClose)
  const hubOrigins = options.hubOrigins ?? scriptHub ?? warnAboutOrigins()
  const known = start && isFromHub(hubOrigins) ? start : null
  const mayRunLocally =
    !known && options.local !== false && /^(localhost|127\.0\.0\.1|\[::1])$/.test(location.hostname)
  const closing = new AbortController()
  const port = findHub({
    hubOrigins,
    timeoutMs: getTimeoutMs(options, known !== null, mayRunLocally),
    playId: known?.playId,
    signal: closing.signal,
  })
  const transport = createWaitingTransport(port.then(createPortTransport), () => closing.abort())
  if (known) return createHub(transport, { init: known, mode: 'hub', onClose })
  try {
    return createHub(transport, { init: await transport.call('init'), mode: 'hub', onClose })
  } catch (error) {
    transport.close()
    if (mayRunLocally && (error as PlayhubError).code === 'NO_HUB') return openLocally(options, onClose)
    throw error
  }
}

/** With start data there is a hub, and `connect` waits for nothing: only its calls do. */
function getTimeoutMs({ timeoutMs }: ConnectOptions, isKnown: boolean, mayRunLocally: boolean): number {
  if (isKnown) return HANDSHAKE_TIMEOUT_MS
  return timeoutMs ?? (mayRunLocally ? LOCALHOST_TIMEOUT_MS : HANDSHAKE_TIMEOUT_MS)
}

async function openLocally({ local }: ConnectOptions, onClose: () => void): Promise<Hub> {
  if (local === false) throw new PlayhubError('NO_HUB', 'No hub shows this game, and local mode is disabled.')
  const transport = createLocalTransport(local ?? {})
  return createHub(transport, { init: await transport.call('init'), mode: 'local', onClose })
}

/** Any page that frames the game can write start data; where the browser tells which page it is, it must be a hub. */
function isFromHub(hubOrigins: readonly string[]): boolean {
  const parentOrigin = getParentOrigin() ?? '*'
  return parentOrigin === '*' || hubOrigins.includes('*') || hubOrigins.includes(parentOrigin)
}

/** @returns undefined for a module, and for a script that the game's own site or a CDN serves */
function findScriptHub(): string[] | undefined {
  const script = globalThis.document?.currentScript as HTMLScriptElement | null | undefined
  const url = URL.parse(script?.src ?? '')
  if (!url?.pathname.startsWith('/sdk/') || url.origin === location.origin) return undefined
  return [url.origin]
}

function warnAboutOrigins(): string[] {
  console.warn(
    'Playhub: any page can pretend to be your hub. Name yours: connect({ hubOrigins: ["https://your.hub"] })',
  )
  return ['*']
}
