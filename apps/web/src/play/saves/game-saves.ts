import type { CallParams, SaveResult, Saves, StartData } from '@playhub/contract/bridge'
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
  project: string
  database: SaveDatabase
  api: SaveApi
}

export type GameSaves = ReturnType<typeof createGameSaves>

/** The saves of the game that runs in this page: the account's, or those of a guest in this browser. */
export function createGameSaves(options: GameSavesOptions) {
  const { project, getPlayerId, onStorage } = options
  let isMergedByGame = false
  let openWrites = 0
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
    onStorageSent: (version) => onStorage({ version }),
  })
  const storage = createGameStorage({ ...options, sessions, write })
  holdTabLock()
  const onVisible = () => void refresh(options, sessions.get, queue, updates).catch(() => undefined)
  document.addEventListener('visibilitychange', onVisible, { signal: closing.signal })

  function onOpen(session: SaveSession): void {
    void queue.adopt(session.unsent)
    otherTabs.receiveEarly()
  }

  async function set(save: CallParams<'saves.set'>): Promise<SaveResult> {
    openWrites += 1
    const { state, version, value } = await write(save).finally(() => {
      openWrites -= 1
    })
    if (value === save.value) return { state, version }
    // The game learns the merged items after this call. Until then its writes follow what it knows.
    setTimeout(() => updates.sendStorage(sessions.opened()))
    return { state, version: save.version }
  }

  async function sendLeftSaves(): Promise<void> {
    const { playerId } = await sessions.get()
    if (playerId === null) return
    const left = await listLeftSaves(options.database, playerId, null)
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
      storage.start(session.playerId)
      leadSaves(sendLeftSaves, closing.signal)
      await choose(session, ask, set)
    },
    /** What the frame's next document starts with. */
    startData: () => updates.startData(sessions.opened()),
    set,
    /** A write of the game has no reply yet, and the SDK may hold back the next one. */
    isWriting: () => openWrites > 0,
    list: async (): Promise<Saves> => Object.fromEntries((await sessions.get()).saves),
    setStorage(value: string, version: number): void {
      storage.write(value, version).catch(() => undefined)
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

/** The save that is not chosen is a version that the hub keeps. */
async function choose(
  { saves, conflicts }: SaveSession,
  ask: AskToChoose,
  set: (save: CallParams<'saves.set'>) => Promise<SaveResult>,
): Promise<void> {
  const asked = [...conflicts.values()].filter((save) => !save.isMergedByGame)
  const [newest] = [...asked].sort((a, b) => b.savedAt - a.savedAt)
  if (!newest) return
  const accountSavedAt = saves.get(newest.key)?.savedAt ?? null
  const choice = await ask({ deviceSavedAt: newest.savedAt, accountSavedAt })
  for (const { key, value, forget } of asked) {
    if (choice === 'account') {
      conflicts.delete(key)
      await forget()
    } else await set({ key, value, version: saves.get(key)?.version ?? 0 }).catch(() => undefined)
  }
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
