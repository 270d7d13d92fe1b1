import type { StorageRequest } from '@playhub/contract/boot-messages'
import type {
  BridgeErrorCode,
  BridgeEvents,
  CallParams,
  SavedValue,
  SaveResult,
  Saves,
  StartData,
} from '@playhub/contract/bridge'
import { maxSaveKeys, maxSavesBytes, storageSaveKey } from '@playhub/contract/saves/limits'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import { isItems, mergeItems } from './merge-items.ts'
import type { SaveApi } from './save-api.ts'
import { isDone, type PendingSave, type SaveDatabase, toPendingId } from './save-database.ts'
import { createSaveQueue, type QueueResult } from './save-queue.ts'
import { type LocalSave, listMergedByGame, openSession, type SaveSession } from './save-session.ts'
import { holdTabLock, leadSaves, listLeftSaves, tabId } from './tabs.ts'

/** A choice between two saves. */
export interface SaveQuestion {
  deviceSavedAt: number
  /** Null when the account's was removed. */
  accountSavedAt: number | null
}

export interface GameSavesOptions {
  project: string
  /** Null for a guest. */
  getPlayerId(): string | null
  database: SaveDatabase
  api: SaveApi
  /** Another tab or device has changed saves. */
  onChange(update: BridgeEvents['saves']): void
  /** The saved `localStorage` of a game has another version, or other items. */
  onStorage(request: StorageRequest): void
}

export type GameSaves = ReturnType<typeof createGameSaves>

type SaveWrite = CallParams<'saves.set'> & Pick<PendingSave, 'isMergedByPage'>

/** What other tabs are told. */
interface TabMessage {
  playerId: string | null
  project: string
  key: string
  save: SavedValue | null
}

/** The saves of the game that runs in this page: the account's, or those of a guest in this browser. */
export function createGameSaves(options: GameSavesOptions) {
  const { project, getPlayerId, database, api, onStorage } = options
  let session: Promise<SaveSession> | undefined
  /** Its result. */
  let known: SaveSession | null = null
  let sessionPlayerId: string | null = null
  /** Whose items the saved `localStorage` in the frame has; the page loads again for the next player. */
  let framePlayerId: string | null | undefined
  let isMergedByGame = false
  let lastSavedAt = 0
  let storageWrites = 0
  /** The versions in the start data of a game that has not connected yet. */
  let given: Map<string, number> | undefined
  const closing = new AbortController()
  let storageBases = createStorageBases()
  /** Came before the start data, which may be older. */
  const early: TabMessage[] = []
  const queue = createSaveQueue({ database, api, getPlayerId, onResult })
  const otherTabs = new BroadcastChannel('playhub-saves')
  otherTabs.onmessage = ({ data }: MessageEvent<TabMessage>) => {
    if (data.project === project) void receive(data)
  }
  holdTabLock()

  /** @param saves  From the start data; without them the hub is asked. */
  function open(saves: Saves | null): Promise<SaveSession> {
    const playerId = getPlayerId()
    sessionPlayerId = playerId
    known = null
    storageBases = createStorageBases()
    const opening = openSession({ project, playerId, saves, database, api }).then((opened) => {
      if (sessionPlayerId === playerId) known = opened
      storageBases.add(opened.storageBase)
      void queue.adopt(opened.unsent)
      return opened
    })
    opening.catch(() => {
      if (session === opening) session = undefined
    })
    session = opening
    for (const message of early.splice(0)) void receive(message)
    return opening
  }

  /** Another player may have logged in meanwhile. */
  function current(): Promise<SaveSession> {
    return session && sessionPlayerId === getPlayerId() ? session : open(null)
  }

  async function set(write: SaveWrite): Promise<SaveResult> {
    const { state, version, value } = await save(write)
    if (value === write.value) return { state, version }
    // The game learns the merged items after this call. Until then its writes follow what it knows.
    setTimeout(sendStorage)
    return { state, version: write.version }
  }

  function sendStorage(): void {
    if (known?.playerId === getPlayerId())
      onChange({ saves: { [storageSaveKey]: known.saves.get(storageSaveKey) ?? null } })
  }

  /** @returns the value as well, which may be a merged one */
  async function save(write: SaveWrite): Promise<SaveResult & Pick<SaveWrite, 'value'>> {
    const opened = await current()
    const result =
      opened.playerId === null ? await writeGuest(opened, write) : await writePlayer(opened, write)
    if (result.kind === 'conflict') {
      keep(opened, write.key, result.current)
      if (write.key !== storageSaveKey) throw new GameRefusal('SAVE_CONFLICT', undefined, result.current)
      return save(mergeStorage(write, result.current))
    }
    if (result.kind === 'refused') throw new GameRefusal(toBridgeCode(result.code))
    if (result.kind === 'queued') {
      // The hub's content of this version is another one.
      keepValue(opened.saves, write, write.version)
      return { state: 'queued', version: write.version, value: write.value }
    }
    keepConfirmed(opened, write, result.version)
    await opened.conflicts.get(write.key)?.forget()
    opened.conflicts.delete(write.key)
    sendToTabs(opened.playerId, write.key, opened.saves.get(write.key) ?? null)
    return { state: 'saved', version: result.version, value: write.value }
  }

  async function writePlayer({ playerId, saves }: SaveSession, write: SaveWrite): Promise<QueueResult> {
    // Unique: it tells two writes of a key apart.
    lastSavedAt = Math.max(Date.now(), lastSavedAt + 1)
    const owner = { playerId: playerId ?? '', project, tab: tabId }
    const id = toPendingId(owner.playerId, project, write.key, tabId)
    // What the hub would refuse does not replace what waits for it.
    if (queue.has(id) && !fits(saves, write)) return { kind: 'refused', code: 'SAVES_FULL' }
    return queue.write({ ...write, id, ...owner, savedAt: lastSavedAt, isMergedByGame })
  }

  /** A guest's save is at home in this browser. */
  async function writeGuest({ saves }: SaveSession, write: SaveWrite): Promise<QueueResult> {
    if (!fits(saves, write)) return { kind: 'refused', code: 'SAVES_FULL' }
    const savedAt = Date.now()
    try {
      const { isWritten, current } = await database.writeGuest(project, { ...write, savedAt, isMergedByGame })
      if (!isWritten) return { kind: 'conflict', current }
      return { kind: 'saved', version: current?.version ?? 0, savedAt }
    } catch {
      return { kind: 'refused', code: 'STORAGE_REFUSED' }
    }
  }

  function mergeStorage({ key, value, version }: SaveWrite, current: SavedValue | null): SaveWrite {
    const merged = mergeItems(value, current?.value ?? null, storageBases.get(version))
    return { key, value: merged, version: current?.version ?? 0, isMergedByPage: true }
  }

  function keep({ saves }: SaveSession, key: string, save: SavedValue | null): void {
    if (save) saves.set(key, save)
    else saves.delete(key)
    if (key === storageSaveKey) storageBases.add(save)
  }

  function keepConfirmed(opened: SaveSession, write: SaveWrite, version: number): void {
    keepValue(opened.saves, write, version)
    if (write.key === storageSaveKey) storageBases.add(opened.saves.get(write.key))
  }

  /** Comes from another tab, whose messages may arrive late. */
  async function receive(message: TabMessage): Promise<void> {
    if (!session) return void early.push(message)
    const { playerId, key, save } = message
    const opened = await session.catch(() => undefined)
    if (opened?.playerId !== playerId) return
    const isLate = save !== null && save.version < (opened.saves.get(key)?.version ?? 0)
    if (!isLate) change(opened, key, save)
  }

  function change(opened: SaveSession, key: string, save: SavedValue | null): void {
    if (opened.playerId !== getPlayerId() || opened.saves.get(key)?.version === save?.version) return
    keep(opened, key, save)
    onChange({ saves: { [key]: save } })
  }

  /** Sends the game what has changed between its start data and its connection. */
  async function sendMissed(): Promise<void> {
    const missed = [...(given && known ? known.saves : [])].filter(
      ([key, { version }]) => (given?.get(key) ?? 0) < version,
    )
    given = undefined
    // The port opens right after the game has said hello.
    await Promise.resolve()
    for (const [key, save] of missed) onChange({ saves: { [key]: save } })
  }

  function onChange(update: BridgeEvents['saves']): void {
    options.onChange(update)
    const storage = update.saves[storageSaveKey]
    if (storage !== undefined) onStorage({ value: storage?.value ?? '{}', version: storage?.version ?? 0 })
  }

  /** From the boot script. Nobody waits for it, so it learns the version afterwards. */
  async function writeStorage(value: string, version: number): Promise<void> {
    // Items of the player before.
    if (!known || known.playerId !== getPlayerId() || framePlayerId !== getPlayerId()) return
    if (!isItems(value)) return
    storageWrites += 1
    const number = storageWrites
    const result = await save({ key: storageSaveKey, value, version })
    const isMerged = result.value !== value
    // It lacks what the script has sent meanwhile.
    if (isMerged && number < storageWrites) return
    onStorage({ version: result.version, ...(isMerged && { value: result.value ?? '{}' }) })
  }

  function sendToTabs(playerId: string | null, key: string, save: SavedValue | null): void {
    otherTabs.postMessage({ playerId, project, key, save } satisfies TabMessage)
  }

  /** A queued save has arrived, or another device was first. */
  function onResult(sent: PendingSave, result: QueueResult | { kind: 'failed' }): void {
    const opened = known
    if (sent.project !== project || opened?.playerId !== sent.playerId) return
    const { key, value, savedAt } = sent
    if (result.kind === 'saved') {
      keepConfirmed(opened, sent, result.version)
      if (key === storageSaveKey) onStorage({ version: result.version })
      sendToTabs(sent.playerId, key, opened.saves.get(key) ?? null)
    }
    if (result.kind !== 'conflict') return
    keep(opened, key, result.current)
    if (key === storageSaveKey) return void mergeQueued(sent, result.current)
    const forget = () => database.removePending(sent)
    opened.conflicts.set(key, { key, value, savedAt, isMergedByGame: sent.isMergedByGame, forget })
    const conflicts = isMergedByGame ? { [key]: { value: value ?? 'null', savedAt } } : undefined
    onChange({ saves: { [key]: result.current }, ...(conflicts && { conflicts }) })
  }

  async function mergeQueued(queued: PendingSave, current: SavedValue | null): Promise<void> {
    if (await isDone(save(mergeStorage(queued, current)))) sendStorage()
  }

  /** Another device may have saved while the page was hidden. */
  async function refresh(): Promise<void> {
    const opened = await current()
    if (document.hidden || opened.playerId === null || opened.playerId !== getPlayerId()) return
    const before = new Map(opened.saves)
    const newest = new Map(Object.entries(await api.list(project)))
    for (const key of new Set([...opened.saves.keys(), ...newest.keys()])) {
      const isUnsent = queue.has(toPendingId(opened.playerId, project, key, tabId))
      // The list may be older than what was written meanwhile.
      const isNewer = opened.saves.get(key) !== before.get(key)
      if (!isUnsent && !isNewer) change(opened, key, newest.get(key) ?? null)
    }
  }
  const onVisible = () => void refresh().catch(() => undefined)
  document.addEventListener('visibilitychange', onVisible, { signal: closing.signal })

  async function sendLeftSaves(): Promise<void> {
    const { playerId } = await current()
    if (playerId === null) return
    const left = await listLeftSaves(database, playerId, null)
    await queue.adopt(left.filter((save) => save.project !== project))
  }

  return {
    /**
     * Opens the saves before the game starts.
     * @param ask  Which save to go on with, where the game does not merge them. One question for all keys.
     */
    async open(
      start: Pick<StartData, 'player' | 'saves'> | null,
      ask: (question: SaveQuestion) => Promise<'device' | 'account'>,
    ): Promise<void> {
      const isSamePlayer = start !== null && start.player.id === getPlayerId()
      const opened = await open((isSamePlayer && start.saves) || null).catch(() => null)
      // The game starts without its saves, and its first call asks for them.
      if (!opened) return
      framePlayerId = opened.playerId
      leadSaves(sendLeftSaves, closing.signal)
      const asked = [...opened.conflicts.values()].filter((save) => !save.isMergedByGame)
      const [first] = asked.toSorted((a, b) => b.savedAt - a.savedAt)
      if (!first) return
      const accountSavedAt = opened.saves.get(first.key)?.savedAt ?? null
      const choice = await ask({ deviceSavedAt: first.savedAt, accountSavedAt })
      for (const save of asked) await applyChoice(opened, save, choice)
    },
    /** What the frame's next document starts with. */
    startData(): Pick<StartData, 'saves' | 'conflicts'> {
      if (known?.playerId !== getPlayerId()) return { saves: undefined }
      given = new Map([...known.saves].map(([key, { version }]) => [key, version]))
      const conflicts = listMergedByGame(known)
      return { saves: Object.fromEntries(known.saves), ...(conflicts && { conflicts }) }
    },
    set,
    list: async (): Promise<Saves> => Object.fromEntries((await current()).saves),
    setStorage(value: string, version: number): void {
      writeStorage(value, version).catch(() => undefined)
    },
    setMergedByGame(isMerged: boolean): void {
      isMergedByGame = isMerged
      void sendMissed()
    },
    close(): void {
      closing.abort()
      queue.stop()
      otherTabs.close()
    },
  }

  /** The save that is not chosen is a version that the hub keeps. */
  async function applyChoice(
    opened: SaveSession,
    save: LocalSave,
    choice: 'device' | 'account',
  ): Promise<void> {
    const { key, value } = save
    if (choice === 'account') {
      opened.conflicts.delete(key)
      return save.forget()
    }
    await set({ key, value, version: opened.saves.get(key)?.version ?? 0 }).catch(() => undefined)
  }
}

/** The contents that the game's storage may have begun with, by version. */
function createStorageBases() {
  const values = new Map<number, string>()
  return {
    add(save: SavedValue | null | undefined): void {
      if (save) values.set(save.version, save.value)
      const [oldest] = values.keys()
      if (values.size > 4 && oldest !== undefined) values.delete(oldest)
    },
    /** The game may go on from it for long. */
    get(version: number): string | null {
      const value = values.get(version) ?? null
      if (value !== null) {
        values.delete(version)
        values.set(version, value)
      }
      return value
    },
  }
}

function keepValue(saves: Map<string, SavedValue>, { key, value }: SaveWrite, version: number): void {
  if (value === null) saves.delete(key)
  else saves.set(key, { value, version, savedAt: Date.now() })
}

function fits(saves: ReadonlyMap<string, SavedValue>, { key, value }: SaveWrite): boolean {
  const next = new Map([...saves].map(([name, save]) => [name, save.value]))
  next.set(key, value ?? '')
  return next.size <= maxSaveKeys && new Blob([...next.values()]).size <= maxSavesBytes
}

function toBridgeCode(code: string): BridgeErrorCode {
  if (code === 'SAVE_TOO_LARGE' || code === 'SAVES_FULL') return code
  return code === 'SAVE_KEY_READ_ONLY' || code === 'STORAGE_REFUSED' ? 'NOT_AVAILABLE' : 'INTERNAL'
}
