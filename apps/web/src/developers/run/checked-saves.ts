import type { CallParams, SaveResult, Saves } from '@playhub/contract/bridge'
import { storageSaveKey } from '@playhub/contract/saves/limits'
import { GameRefusal } from '../../play/bridge/game-host-actions.ts'

/** The checker's view of a game's saves. Times are milliseconds since the run began. */
export type MeasuredSaves = {
  written?: { key: string; bytes: number }
  /** The game has started again with a save. `unreadAtMs`: it wrote without having read. */
  restart?: { isRead: boolean; unreadAtMs?: number }
  /** `refused`: the game knows of the other save, and has not written since. */
  conflict?: { state: 'waiting' | 'refused' | 'merged' | 'lost'; atMs: number }
}

type Write = CallParams<'saves.set'> & {
  /** The game has `mergeSave`. */
  mergesSaves: boolean
  /** Undefined unless the game saves by a portal's SDK, which reads every save itself. */
  hasReadByPortal: boolean | undefined
}
type Options = { now(): number; onChange(measured: MeasuredSaves): void }

/** The saves of one run. They live in this page, and refuse a write unaware of the last one, as the hub does. */
export function createCheckedSaves({ now, onChange }: Options) {
  let saves: Saves = {}
  let measured: MeasuredSaves = {}
  /** The value before the last one, by key. */
  const earlier = new Map<string, string>()
  let conflict: { key: string; refused?: string | null } | undefined

  function measure(change: MeasuredSaves): void {
    measured = { ...measured, ...change }
    onChange(measured)
  }

  function set({ key, value, version, mergesSaves, hasReadByPortal }: Write): SaveResult {
    const current = saves[key]
    const isKnown = version === (current?.version ?? 0)
    // The hub merges the items of `Playhub.storage` itself.
    if (!isKnown && key !== storageSaveKey) {
      if (conflict?.key === key) {
        conflict.refused = value
        measure({ conflict: { state: 'refused', atMs: now() } })
      } else if (!mergesSaves) setRead(false)
      throw new GameRefusal('SAVE_CONFLICT', undefined, current ?? null)
    }
    if (conflict?.key === key) {
      const isMerged = mergesSaves || !isKnown || value !== conflict.refused
      measure({ conflict: { state: isMerged ? 'merged' : 'lost', atMs: now() } })
      conflict = undefined
    }
    if (current) {
      earlier.set(key, current.value)
      setRead(hasReadByPortal ?? true)
    }
    saves = { ...saves }
    const next = (current?.version ?? version) + 1
    if (value === null) delete saves[key]
    else saves[key] = { value, version: next, savedAt: Date.now() }
    measure({ written: { key, bytes: new Blob([value ?? '']).size } })
    return { state: 'saved', version: next }
  }

  /** The first write after a restart shows what the game knows. */
  function setRead(isRead: boolean): void {
    const { restart } = measured
    if (!restart || restart.isRead || restart.unreadAtMs !== undefined) return
    measure({ restart: isRead ? { isRead } : { isRead, unreadAtMs: now() } })
  }

  return {
    list: () => saves,
    set,
    /** The game has read its save by a portal's SDK, whose reports may come after a write. */
    setReadByPortal(): void {
      if (measured.restart) measure({ restart: { isRead: true } })
    },
    /** The game starts again. Without a save there is nothing to read. */
    restart(): void {
      if (Object.keys(saves).length > 0) measure({ restart: { isRead: false } })
    },
    /** Another device saves first: an earlier value of the last save, which the game is not told of. */
    makeConflict(): string | undefined {
      const key = measured.written?.key
      const current = key === undefined ? undefined : saves[key]
      if (key === undefined || !current) return undefined
      const value = earlier.get(key) ?? current.value
      saves = { ...saves, [key]: { value, version: current.version + 1, savedAt: Date.now() } }
      conflict = { key }
      measure({ conflict: { state: 'waiting', atMs: now() } })
      return key
    },
  }
}
