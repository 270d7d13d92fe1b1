import type { Hub, MergeSave } from '@playhub/game-sdk'

/** Fields of every game's save. */
export interface SaveBase {
  readonly version: 1
  /** Purchase ids whose items are in this save. Never pruned: the hub may report a purchase many times. */
  readonly grantedPurchases: readonly string[]
}

/** One game's functions for creating, reading and merging its saves. */
export interface SaveFormat<Save extends SaveBase> {
  /** The key of the save. */
  readonly game: string
  readonly fresh: Save
  /**
   * Reads a stored save in the current version. Omitted fields come from `fresh`.
   * @returns null when it is not a save of this game
   */
  read(stored: Partial<Save>): Partial<Save> | null
  /** Merges a guest's save into the guest's account at the login. */
  carryOver(guest: Save, account: Save): Save
  /** Merges what two tabs or devices have made of one save. Items and purchases of both count. */
  join(mine: Save, theirs: Save, base: Save): Save
}

/** The current player's save. */
export interface PlayerSaves<Save> {
  current(): Save
  /** @returns false when the change lasts only as long as the page. */
  update(change: (save: Save) => Save): Promise<boolean>
  /** Reads the save again: another player, tab or device has changed it. @returns whether it differs. */
  reload(): Promise<boolean>
}

type SaveHub = { saves: Pick<Hub['saves'], 'get' | 'set'> }

/** Without a save on the hub it begins with this browser's own, from before the hub kept saves. */
export async function openPlayerSaves<Save extends SaveBase>(
  format: SaveFormat<Save>,
  hub: SaveHub & { player: Pick<Hub['player'], 'id'> },
): Promise<PlayerSaves<Save>> {
  let save = format.fresh
  let isLoading = false

  async function load(): Promise<void> {
    isLoading = true
    const stored = await hub.saves.get(format.game).catch(() => null)
    save = readSave(format, stored ?? readOldSave(format.game, hub.player.id))
    isLoading = false
  }
  await load()

  return {
    current: () => save,
    async update(change) {
      save = change(save)
      // The change belongs to the save about to be replaced.
      if (isLoading) return false
      return hub.saves.set(format.game, save).then(
        () => true,
        () => false,
      )
    },
    async reload() {
      const before = JSON.stringify(save)
      await load()
      return JSON.stringify(save) !== before
    },
  }
}

/** The `mergeSave` of a game's connection. */
export function createMerge<Save extends SaveBase>(format: SaveFormat<Save>): MergeSave {
  return (_key, { mine, theirs, base }) => {
    if (theirs === null) return mine
    const [own, other] = [readSave(format, mine), readSave(format, theirs)]
    return base === null ? format.carryOver(own, other) : format.join(own, other, readSave(format, base))
  }
}

/** Counts what both have added to a number, or taken. Not below zero: both may have spent the last one. */
export const addChanges = (mine: number, theirs: number, base: number): number =>
  Math.max(0, theirs + mine - base)

export const uniteLists = (mine: readonly string[], theirs: readonly string[]): string[] => [
  ...new Set([...theirs, ...mine]),
]

function readSave<Save extends SaveBase>(format: SaveFormat<Save>, stored: unknown): Save {
  const given = (typeof stored === 'object' && stored !== null ? stored : {}) as Partial<Save>
  const isCurrent = given.version === 1 && Array.isArray(given.grantedPurchases)
  return { ...format.fresh, ...(isCurrent && format.read(given)) }
}

function readOldSave(game: string, playerId: string | null): unknown {
  try {
    return JSON.parse(localStorage.getItem(`${game}:${playerId ?? 'guest'}`) ?? 'null')
  } catch {
    return null // storage is blocked, or the save is not valid JSON
  }
}
