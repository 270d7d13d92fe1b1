import { HANDSHAKE_TIMEOUT_MS, type StartData } from '@playhub/contract/bridge-protocol'
import { findHub, selectOrigins } from './handshake.ts'
import { createHub, type Hub } from './hub.ts'
import type { LocalOptions } from './local-transport.ts'
import { createPortTransport } from './port-transport.ts'
import type { MergeSave } from './saves.ts'
import { takeStartData } from './start-data.ts'
import { isForPortal, PlayhubError, type Transport } from './transport.ts'
import { restoreSaves } from './unsent-saves.ts'
import { createWaitingTransport } from './waiting-transport.ts'

export interface ConnectOptions {
  /**
   * The simulated hub of local mode, which runs outside a frame, and in a frame on `localhost` when no hub responds.
   * `false` disables local mode: `connect` then rejects with `NO_HUB`. Disable it in a released game, because items in
   * the local shop are free.
   */
  local?: LocalOptions | false | undefined
  /**
   * Origins of the hubs around this game, such as `https://play.example`. Default: the hub the script tag loads the SDK
   * from. `['*']` is any page: choose it where your server's `frame-ancestors` names the hubs.
   */
  hubOrigins?: readonly string[] | undefined
  /** Timeout for a hub without start data. Default: 10 s, on `localhost` 1.5 s. */
  timeoutMs?: number | undefined
  /**
   * Makes one save of two when two tabs, two devices or a guest and their account disagree. Without it `set` rejects,
   * and the hub asks the player which of the two saves to go on with.
   */
  mergeSave?: MergeSave | undefined
}

/** A developer's own frame without a hub need not wait long for local mode. */
const LOCALHOST_TIMEOUT_MS = 1_500

/** Read when the script starts: a later page of the frame must not find it. */
export const start: StartData | null = takeStartData()
restoreSaves(start)
const scriptUrl = (globalThis.document?.currentScript as HTMLScriptElement | null | undefined)?.src
const scriptHub = findScriptHub()

/** Connects to this page's hub, or starts local mode. */
export async function openHub(options: ConnectOptions, onClose: () => void = () => {}): Promise<Hub> {
  const { local, mergeSave } = options
  const create = async (transport: Transport, init?: StartData | null, mode: Hub['mode'] = 'hub') =>
    createHub(transport, { init: init ?? (await transport.call('init')), mode, mergeSave, onClose })
  const openLocally = async () => create(await openLocalTransport(local), null, 'local')
  const { window } = globalThis
  if (window?.parent === window) return openLocally()

  const hubOrigins = options.hubOrigins ?? scriptHub ?? warnAboutOrigins()
  // Any page framing the game can write start data; where the browser names the page, it must be a hub.
  const known = selectOrigins(hubOrigins)[0] ? start : null
  const mayRunLocally =
    !isForPortal && !known && local !== false && /^(localhost|127\.0\.0\.1|\[::1])$/.test(location.hostname)
  const closing = new AbortController()
  const port = findHub({
    hubOrigins,
    timeoutMs:
      (known ? null : options.timeoutMs) ?? (mayRunLocally ? LOCALHOST_TIMEOUT_MS : HANDSHAKE_TIMEOUT_MS),
    playId: known?.playId,
    mergesSaves: !!mergeSave,
    signal: closing.signal,
  })
  const transport = createWaitingTransport(port.then(createPortTransport), () => closing.abort())
  try {
    return await create(transport, known)
  } catch (error) {
    transport.close()
    if (mayRunLocally && (error as PlayhubError).code === 'NO_HUB') return openLocally()
    throw error
  }
}

async function openLocalTransport(options: ConnectOptions['local'] = {}): Promise<Transport> {
  if (isForPortal || !options || !globalThis.window)
    throw new PlayhubError('NO_HUB', 'No hub shows this game, and local mode is disabled or has no page.')
  return (await loadLocalMode()).createLocalTransport(options, PlayhubError)
}

/** A script tag finds the file beside its own, whatever the page's address. */
async function loadLocalMode(): Promise<typeof import('./local-transport.ts')> {
  try {
    if (scriptUrl) return await import(/* @vite-ignore */ new URL('local.mjs', scriptUrl).href)
    return await import('./local-transport.ts')
  } catch {
    throw new PlayhubError('NO_HUB', 'No hub shows this game, and local.mjs is missing.')
  }
}

/** @returns undefined for a module, and for a script served by the game's own site or a CDN */
function findScriptHub(): string[] | undefined {
  if (!scriptUrl) return undefined
  const url = new URL(scriptUrl)
  if (!url.pathname.startsWith('/sdk/') || url.origin === location.origin) return undefined
  return [url.origin]
}

function warnAboutOrigins(): string[] {
  if (!isForPortal)
    console.warn(
      'Playhub: any page can pretend to be your hub: connect({ hubOrigins: ["https://your.hub"] })',
    )
  return ['*']
}
