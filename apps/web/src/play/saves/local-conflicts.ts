import type { SaveConflicts } from '@playhub/contract/bridge'

/** A save of this device, in another version on the account. */
export interface LocalSave {
  key: string
  value: string | null
  savedAt: number
  isMergedByGame: boolean
  /** The game or the player knows it, so the game's next write decides it. */
  isShown?: boolean
  /** Removes it from this device, once the hub has what is kept. */
  forget(): Promise<void>
}

export type LocalConflicts = ReturnType<typeof createLocalConflicts>

/** Undecided saves of this device. Several tabs may have left one of the same key. */
export function createLocalConflicts() {
  const saves = new Set<LocalSave>()

  /** The game merges one save of a key after another. */
  const listMergedByGame = () => {
    const byKey = new Map<string, LocalSave>()
    for (const save of saves) if (save.isMergedByGame && !byKey.has(save.key)) byKey.set(save.key, save)
    return [...byKey.values()]
  }

  return {
    add: (save: LocalSave) => void saves.add(save),
    /** The player decides them. */
    listUnmerged: () => [...saves].filter((save) => !save.isMergedByGame),
    listShown: (key: string) => [...saves].filter((save) => save.key === key && save.isShown),
    async decide(decided: readonly LocalSave[]): Promise<void> {
      for (const save of decided) {
        saves.delete(save)
        await save.forget().catch(() => undefined)
      }
    },
    /**
     * Input of the game's `mergeSave`.
     * @param onlyNew  The running game has got the others.
     */
    show(onlyNew = false): SaveConflicts | undefined {
      const shown = listMergedByGame().filter((save) => !(onlyNew && save.isShown))
      if (shown.length === 0) return undefined
      for (const save of shown) save.isShown = true
      return Object.fromEntries(
        shown.map(({ key, value, savedAt }) => [key, { value: value ?? 'null', savedAt }]),
      )
    },
  }
}
