import { HANDSHAKE_TIMEOUT_MS } from '@playhub/contract/bridge-protocol'
import { storageSaveKey } from '@playhub/contract/saves/limits'
import { findHub, getParentOrigin } from './handshake.ts'
import { createHub, type Hub } from './hub.ts'
import type { LocalOptions } from './local-transport.ts'
import { createPortTransport } from './port-transport.ts'
import type { MergeSave } from './saves.ts'
import { takeStartData } from './start-data.ts'
import { createStorage, type GameStorage, replaceItems } from './storage.ts'
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
  /**
   * Makes one save of two when two tabs, two devices or a guest and their account disagree. Without it `set` rejects,
   * and the hub asks the player which of the two saves to go on with.
   */
  mergeSave?: MergeSave
}

/** A developer's own frame without a hub need not wait long for local mode. */
const LOCALHOST_TIMEOUT_MS = 1_500

/** Read when the script starts: a later page of the frame must not find it. */
const start = takeStartData()
const scriptUrl = (globalThis.document?.currentScript as HTMLScriptElement | null | undefined)?.src
const scriptHub = findScriptHub()
let connected: Promise<Hub> | undefined

let storageHub: Hub | undefined
/** The game has changed items before it connected. */
let isStorageChanged = false

const created = createStorage(saveItems)

/**
 * Works like `localStorage`, but follows the player to every device: all items are one save. It has the player's items
 * once `connect` has resolved; in a hub from the first line on.
 */
export const storage: GameStorage = created.storage
const { items } = created
replaceItems(items, JSON.parse(start?.saves?.[storageSaveKey]?.value ?? 'null'))

function saveItems(): void {
  isStorageChanged = !storageHub
  storageHub?.saves.set(storageSaveKey, items).catch(() => {})
}

async function openStorage(hub: Hub): Promise<Hub> {
  const load = () =>
    hub.saves.get(storageSaveKey).then(
      (value) => replaceItems(items, value),
      () => {},
    )
  const changedItems = isStorageChanged ? Object.entries(items) : []
  hub.onPlayer(load)
  hub.onSaves((key) => {
    if (key === storageSaveKey) load()
  })
  if (hub.supports('saves')) await load()
  storageHub = hub
  for (const [key, item] of changedItems) storage.setItem(key, item)
  return hub
}

/**
 * Connects to the hub that shows this game, or starts local mode. With the hub's start data it resolves at once, and
 * calls wait for the connection. Further calls return the same hub until it is closed.
 * @throws PlayhubError `NO_HUB`, `ORIGIN_NOT_LISTED` or `UNSUPPORTED_VERSION`.
 */
export function connect(options: ConnectOptions = {}): Promise<Hub> {
  if (connected) return connected
  const connection = openHub(options, () => forget(connection)).then(openStorage)
  connection.catch(() => forget(connection))
  connected = connection
  return connection
}

/** Ignores a connection that is not the current one, such as an old hub that is closed twice. */
function forget(connection: Promise<Hub>): void {
  if (connected === connection) connected = storageHub = undefined
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
    mergesSaves: !!options.mergeSave,
    signal: closing.signal,
  })
  const transport = createWaitingTransport(port.then(createPortTransport), () => closing.abort())
  const { mergeSave } = options
  if (known) return createHub(transport, { init: known, mode: 'hub', mergeSave, onClose })
  try {
    return createHub(transport, { init: await transport.call('init'), mode: 'hub', mergeSave, onClose })
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

async function openLocally({ local, mergeSave }: ConnectOptions, onClose: () => void): Promise<Hub> {
  if (local === false) throw new PlayhubError('NO_HUB', 'No hub shows this game, and local mode is disabled.')
  const { createLocalTransport } = await loadLocalMode()
  const transport = createLocalTransport(local ?? {}, PlayhubError)
  return createHub(transport, { init: await transport.call('init'), mode: 'local', mergeSave, onClose })
}

/** A script tag finds the file beside its own, whatever the page's address. */
async function loadLocalMode(): Promise<typeof import('./local-transport.ts')> {
  try {
    if (scriptUrl) return await import(/* @vite-ignore */ new URL('local.mjs', scriptUrl).href)
    return await import('./local-transport.ts')
  } catch {
    throw new PlayhubError(
      'NO_HUB',
      'No hub shows this game, and local mode has no local.mjs beside the SDK.',
    )
  }
}

/** Any page that frames the game can write start data; where the browser tells which page it is, it must be a hub. */
function isFromHub(hubOrigins: readonly string[]): boolean {
  const parentOrigin = getParentOrigin() ?? '*'
  return parentOrigin === '*' || hubOrigins.includes('*') || hubOrigins.includes(parentOrigin)
}

/** @returns undefined for a module, and for a script that the game's own site or a CDN serves */
function findScriptHub(): string[] | undefined {
  const url = URL.parse(scriptUrl ?? '')
  if (!url?.pathname.startsWith('/sdk/') || url.origin === location.origin) return undefined
  return [url.origin]
}

function warnAboutOrigins(): string[] {
  console.warn('Playhub: any page can pretend to be your hub: connect({ hubOrigins: ["https://your.hub"] })')
  return ['*']
}
