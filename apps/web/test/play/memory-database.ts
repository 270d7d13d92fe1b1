import type { SavedValue } from '@playhub/contract/bridge'
import type { GuestSaves, PendingSave, SaveDatabase } from '../../src/play/saves/save-database.ts'

/** A browser's database. Without storage every promise rejects. */
export function createMemoryDatabase(hasStorage = true) {
  const pending = new Map<string, PendingSave>()
  const guests = new Map<string, GuestSaves>()
  const attempt = async <T>(run: () => T): Promise<T> => {
    if (!hasStorage) throw new DOMException('Refused', 'SecurityError')
    return run()
  }
  const database: SaveDatabase = {
    listPending: (playerId) =>
      attempt(() => [...pending.values()].filter((save) => save.playerId === playerId)),
    putPending: (save) => attempt(() => void pending.set(save.id, save)),
    removePending: ({ id, savedAt }) =>
      attempt(() => {
        if (pending.get(id)?.savedAt === savedAt) pending.delete(id)
      }),
    readGuest: (project) => attempt(() => guests.get(project) ?? null),
    writeGuest: (project, { key, value, version, savedAt, isMergedByGame }) =>
      attempt(() => {
        const saves = { ...guests.get(project)?.saves }
        const current = saves[key] ?? null
        if ((current?.version ?? 0) !== version) return { isWritten: false, current }
        const written: SavedValue | null = value === null ? null : { value, version: version + 1, savedAt }
        if (written) saves[key] = written
        else delete saves[key]
        guests.set(project, { saves, isMergedByGame })
        return { isWritten: true, current: written }
      }),
    removeGuest: (project, key, version) =>
      attempt(() => {
        const stored = guests.get(project)
        if (stored?.saves[key]?.version !== version) return
        delete stored.saves[key]
        if (Object.keys(stored.saves).length === 0) guests.delete(project)
      }),
  }
  return { database, pending, guests }
}
