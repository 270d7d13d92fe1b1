import { storageSaveKey } from '@playhub/contract/saves/limits'
import type { Hub } from './hub.ts'
import { type ConnectOptions, openHub, start } from './open-hub.ts'
import { createStorage, type GameStorage, replaceItems } from './storage.ts'

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

let open: (hub: Hub) => void
const opened = new Promise<Hub>((resolve) => {
  open = resolve
})

/**
 * Counts an event of the game, without identity. Before the game has connected, it waits for that.
 * @param name   One of `events` under `game:` in the project's file.
 * @param value  Is summed.
 */
export function track(name: string, value?: number): void {
  ;(connected ?? opened).then(
    (hub) => hub.track(name, value),
    () => {},
  )
}

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
  open(hub)
  for (const [key, item] of changedItems) storage.setItem(key, item)
  return hub
}

/**
 * Connects to the game's hub, or starts local mode. With the hub's start data it resolves at once, and calls wait for
 * the connection. Further calls return the same hub until it is closed.
 * @throws PlayhubError `NO_HUB`, `ORIGIN_NOT_LISTED` or `UNSUPPORTED_VERSION`.
 */
export function connect(options: ConnectOptions = {}): Promise<Hub> {
  if (connected) return connected
  const connection = openHub(options, () => forget(connection)).then(openStorage)
  connection.catch(() => forget(connection))
  connected = connection
  return connection
}

/** Ignores any connection but the current one, such as an old hub closed twice. */
function forget(connection: Promise<Hub>): void {
  if (connected === connection) connected = storageHub = undefined
}
