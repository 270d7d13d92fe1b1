import type { MergedSave, Save } from '@playhub/contract'
import type { SavedValue, Saves } from '@playhub/contract/bridge'
import type { SaveApi, SaveWrite, WriteResult } from '../../../src/play/saves/save-api.ts'

/**
 * The saves of every account, and each value the hub has ever taken or kept. `replaced` has each value that a write has
 * replaced, with the new one. `faults` names versions that were never sent.
 */
export function createAccountHub() {
  const accounts = new Map<string, { saves: Saves; stored: Set<string>; versions: Set<number> }>()
  const replaced: { before: string; after: string | null }[] = []
  const faults: string[] = []
  let lastVersion = 100

  function read(playerId: string) {
    const account = accounts.get(playerId) ?? { saves: {}, stored: new Set<string>(), versions: new Set([0]) }
    accounts.set(playerId, account)
    return account
  }

  function write(
    playerId: string,
    { key, value, version }: Pick<SaveWrite, 'key' | 'value' | 'version'>,
  ): WriteResult {
    const { saves, stored, versions } = read(playerId)
    if (!versions.has(version)) faults.push(`a page follows ${version}, which ${playerId} never had`)
    const current: SavedValue | null = saves[key] ?? null
    if (value !== null) stored.add(value)
    if ((current?.version ?? 0) !== version) {
      if ((current?.value ?? null) !== value) return { kind: 'conflict', current }
      return { kind: 'saved', version: current?.version ?? 0, savedAt: 1 }
    }
    if (current) replaced.push({ before: current.value, after: value })
    lastVersion += 1
    versions.add(lastVersion)
    if (value === null) delete saves[key]
    else saves[key] = { value, version: lastVersion, savedAt: 1 }
    return { kind: 'saved', version: value === null ? 0 : lastVersion, savedAt: 1 }
  }

  const merge: (playerId: string, guestSaves: Parameters<SaveApi['merge']>[1]) => MergedSave[] = (
    playerId,
    guestSaves,
  ) =>
    guestSaves.map(({ key, value }) => {
      const { saves, stored } = read(playerId)
      const state = !saves[key] ? 'taken' : saves[key].value === value ? 'same' : 'different'
      if (state === 'taken') write(playerId, { key, value, version: 0 })
      stored.add(value)
      return { state, save: { key, sizeBytes: 1, ...read(playerId).saves[key] } as Save }
    })

  return { read, write, merge, replaced, faults }
}
