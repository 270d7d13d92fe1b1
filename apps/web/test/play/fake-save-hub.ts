import type { MergedSave, Save } from '@playhub/contract'
import type { Saves } from '@playhub/contract/bridge'
import type { SaveApi, SaveWrite, WriteResult } from '../../src/play/saves/save-api.ts'

/** A hub with the saves of one account. It may be out of reach, or lose its responses. */
export function createFakeSaveHub(saves: Saves = {}) {
  const hub = {
    saves,
    isReachable: true,
    losesResponses: false,
    writes: [] as SaveWrite[],
    lastVersion: 100,
    failures: 0,
    lists: 0,
    /** Code of the refusal of each write. */
    refusal: null as string | null,
    /** Writes of it fail. */
    failingKey: null as string | null,
    /** The response to the next request waits until the returned function is called. */
    hold(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return resolve
    },
  }
  let held: Promise<void> | undefined
  async function waitIfHeld(): Promise<void> {
    const holding = held
    held = undefined
    await holding
  }
  /** The other side of conflicts. */
  const kept: (string | null)[] = []

  function write(save: SaveWrite): WriteResult {
    const { key, value, version } = save
    hub.writes.push({ project: save.project, key, value, version })
    const current = hub.saves[key] ?? null
    if ((current?.version ?? 0) !== version) {
      kept.push(value)
      return { kind: 'conflict', current }
    }
    hub.lastVersion += 1
    if (value === null) delete hub.saves[key]
    else hub.saves[key] = { value, version: hub.lastVersion, savedAt: 1 }
    return { kind: 'saved', version: value === null ? 0 : hub.lastVersion, savedAt: 1 }
  }

  const api: SaveApi = {
    list: async () => {
      if (!hub.isReachable) throw new Error('Unreachable')
      hub.lists += 1
      const saves = structuredClone(hub.saves)
      await waitIfHeld()
      return saves
    },
    write: async (save) => {
      await waitIfHeld()
      if (hub.refusal) return { kind: 'refused', code: hub.refusal }
      if (!hub.isReachable || hub.failingKey === save.key) {
        hub.failures += 1
        return { kind: 'failed' }
      }
      const result = write(save)
      return hub.losesResponses ? { kind: 'failed' } : result
    },
    merge: async (_project, guestSaves) => {
      if (!hub.isReachable) throw new Error('Unreachable')
      return guestSaves.map(({ key, value }): MergedSave => {
        const state = !hub.saves[key] ? 'taken' : hub.saves[key].value === value ? 'same' : 'different'
        if (state === 'taken') write({ project: '', key, value, version: 0 })
        if (state === 'different') kept.push(value)
        return { state, save: { key, sizeBytes: 1, ...hub.saves[key] } as Save }
      })
    },
  }
  return { hub, api, kept }
}
