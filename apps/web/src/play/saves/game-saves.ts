import type { CallParams, SaveResult, Saves, StartData } from '@playhub/contract/bridge'
import type { StorageReport } from '../bridge/boot-layer.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'
import { createCurrentSession } from './current-session.ts'
import { createGameStorage } from './game-storage.ts'
import { createGameUpdates, type GameUpdates, type GameUpdatesOptions } from './game-updates.ts'
import { type CollectedMessages, connectOtherTabs } from './other-tabs.ts'
import type { SaveApi } from './save-api.ts'
import { type SaveDatabase, toPendingId } from './save-database.ts'
import type { SaveQueue } from './save-queue.ts'
import type { SaveSession } from './save-session.ts'
import { createSaveWriter } from './save-writer.ts'
import { holdTabLock, leadSaves, listLeftSaves, tabId } from './tabs.ts'

export type SaveChoice = 'device' | 'account'

export type AskToChoose = (question: SaveQuestion) => Promise<SaveChoice>

/** A choice between two saves. */
export interface SaveQuestion {
  deviceSavedAt: number
  /** Null when the account's was removed. */
  accountSavedAt: number | null
}

export interface GameSavesOptions extends GameUpdatesOptions {
  /** An ended page's writes wait in this browser. The next start of the game sends them. */
  onLeft(): void
  project: string
  database: SaveDatabase
  api: SaveApi
}

export type GameSaves = ReturnType<typeof createGameSaves>

/** The running game's saves: the account's, or a guest's in this browser. */
export function createGameSaves(options: GameSavesOptions) {
  const { project, getPlayerId, database, onStorage } = options
  let isMergedByGame = false
  let openWrites = 0
  /** The player whose saves the game has. */
  let gamePlayerId: string | null | undefined
  const closing = new AbortController()
  const sessions = createCurrentSession({ ...options, onOpen })
  const updates = createGameUpdates(options)
  const otherTabs = connectOtherTabs({ project, sessions, updates })
  const { write, queue } = createSaveWriter({
    ...options,
    sessions,
    updates,
    isMergedByGame: () => isMergedByGame,
    onSaved: otherTabs.send,
    onItemsSent: (key, version) => onStorage(key, { version }),
  })
  const storage = createGameStorage({ ...options, sessions, write, keepLeft })
  holdTabLock()
  const onVisible = () => void refresh(options, sessions.get, queue, updates).catch(() => undefined)
  document.addEventListener('visibilitychange', onVisible, { signal: closing.signal })

  function onOpen(session: SaveSession): void {
    void queue.adopt(session.unsent)
    otherTabs.receiveEarly()
  }

  /** It goes the way of what closed tabs have left, so the player is asked where the game does not merge. */
  async function keepLeft({
    key,
    value,
    version,
    savedAt = 0,
  }: CallParams<'saves.set'>): Promise<SaveResult> {
    const { playerId } = await sessions.get()
    const tab = `${tabId}-left`
    if (playerId !== null) {
      const place = { id: toPendingId(playerId, project, key, tab), playerId, project, key, tab }
      await database.putPending({ ...place, value, version, savedAt, isMergedByGame })
      options.onLeft()
    }
    return { state: 'queued', version }
  }

  async function set(save: CallParams<'saves.set'>): Promise<SaveResult> {
    // Composed before the game heard of another player's login.
    if (gamePlayerId !== getPlayerId()) throw new GameRefusal('CLOSED')
    if (save.savedAt !== undefined) return keepLeft(save)
    openWrites += 1
    const { state, version, value } = await write(save).finally(() => {
      openWrites -= 1
    })
    if (value === save.value) return { state, version }
    // The game learns the merged items after this call. Until then its writes follow what it knows.
    setTimeout(() => updates.sendItems(sessions.opened(), save.key))
    return { state, version: save.version }
  }

  async function sendLeftSaves(): Promise<void> {
    const { playerId } = await sessions.get()
    if (playerId === null) return
    const left = await listLeftSaves(database, playerId, null)
    await queue.adopt(left.filter((save) => save.project !== project))
  }

  return {
    /**
     * Opens the saves before the game starts.
     * @param ask  Which save to go on with, where the game does not merge them. One question for all keys.
     * @param collected  Messages of other tabs since the start data was asked for.
     */
    async open(
      start: Pick<StartData, 'player' | 'saves'> | null,
      ask: AskToChoose,
      collected?: CollectedMessages,
    ): Promise<void> {
      if (collected) otherTabs.keep(collected.take())
      const isSamePlayer = start !== null && start.player.id === getPlayerId()
      const session = await sessions.open((isSamePlayer && start.saves) || null).catch(() => null)
      // The game starts without its saves, and its first call asks for them.
      if (!session) return
      gamePlayerId = session.playerId
      storage.start(session.playerId)
      leadSaves(sendLeftSaves, closing.signal)
      await choose(session, ask, set)
    },
    /** Start data of the frame's next document. */
    startData: () => updates.startData(sessions.opened()),
    set,
    /** A write of the game has no reply yet, and the SDK may hold back the next one. */
    isWriting: () => openWrites > 0,
    async list(): Promise<Saves> {
      const session = await sessions.get()
      gamePlayerId = session.playerId
      // After the response, with which a game of another player begins.
      setTimeout(() => updates.sendConflicts(sessions.opened()))
      return Object.fromEntries(session.saves)
    },
    setStorage(report: StorageReport): void {
      storage.write(report).catch(() => undefined)
    },
    setMergedByGame(isMerged: boolean): void {
      isMergedByGame = isMerged
      void updates.sendMissed(sessions.opened())
    },
    close(): void {
      closing.abort()
      queue.stop()
      otherTabs.close()
    },
  }
}

/** The rejected save becomes a version on the hub. */
async function choose(
  { saves, conflicts }: SaveSession,
  ask: AskToChoose,
  set: (save: CallParams<'saves.set'>) => Promise<SaveResult>,
): Promise<void> {
  const unmerged = conflicts.listUnmerged().sort((a, b) => a.savedAt - b.savedAt)
  const newest = unmerged.at(-1)
  if (!newest) return
  const accountSavedAt = saves.get(newest.key)?.savedAt ?? null
  const choice = await ask({ deviceSavedAt: newest.savedAt, accountSavedAt })
  if (choice === 'account') return conflicts.decide(unmerged)
  for (const save of unmerged) save.isShown = true
  for (const { key, value } of new Map(unmerged.map((save) => [save.key, save])).values())
    await set({ key, value, version: saves.get(key)?.version ?? 0 }).catch(() => undefined)
}

/** Another device may have saved while the page was hidden. */
async function refresh(
  { project, getPlayerId, api }: GameSavesOptions,
  getSession: () => Promise<SaveSession>,
  queue: SaveQueue,
  updates: GameUpdates,
): Promise<void> {
  const session = await getSession()
  const { playerId, saves } = session
  if (document.hidden || playerId === null || playerId !== getPlayerId()) return
  const before = new Map(saves)
  const newest = new Map(Object.entries(await api.list(project)))
  for (const key of new Set([...saves.keys(), ...newest.keys()])) {
    const isUnsent = queue.has(toPendingId(playerId, project, key, tabId))
    // The list may be older than what was written meanwhile.
    const isNewer = saves.get(key) !== before.get(key)
    if (!isUnsent && !isNewer) updates.change(session, key, newest.get(key) ?? null)
  }
}
