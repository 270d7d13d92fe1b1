/** Fields that every game's save has. */
export interface SaveBase {
  readonly version: 1
  /** Purchase ids whose items are in this save. Never pruned: the hub may report a purchase many times. */
  readonly grantedPurchases: readonly string[]
}

/** How one game creates, reads and merges its saves. */
export interface SaveFormat<Save extends SaveBase> {
  /** Prefix for the storage keys, which are `{game}:{player id}`. */
  readonly game: string
  readonly fresh: Save
  /**
   * Reads a stored save in the current version. Omitted fields come from `fresh`.
   * @returns null when it is not a save of this game
   */
  read(stored: Partial<Save>): Partial<Save> | null
  /** Merges a guest's save into the account that the guest signs in to. Returns `account` when there is nothing to merge. */
  carryOver(guest: Save, account: Save): Save
}

/** The current player's save; every update is written to storage at once. */
export interface PlayerSaves<Save> {
  current(): Save
  /** @returns false when this browser stores nothing: the change then lasts only as long as the page. */
  update(change: (save: Save) => Save): boolean
  /** Loads another player's save and merges what a guest played. @returns whether the player has changed. */
  switchTo(playerId: string | null): boolean
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** @param storage  A function, because merely accessing `localStorage` throws where storage is blocked. */
export function createPlayerSaves<Save extends SaveBase>(
  format: SaveFormat<Save>,
  firstPlayerId: string | null,
  storage: () => Storage = () => localStorage,
): PlayerSaves<Save> {
  const inMemory = new Map<string, Save>()
  const getKey = (id: string | null) => `${format.game}:${id ?? 'guest'}`
  let playerId = firstPlayerId
  let save = open(playerId)

  function load(id: string | null): Save {
    const unstored = inMemory.get(getKey(id)) ?? format.fresh
    try {
      const text = storage().getItem(getKey(id))
      return (text && read(JSON.parse(text))) || unstored
    } catch {
      return unstored // storage is blocked, or the save is not valid JSON
    }
  }

  function read(stored: Partial<Save>): Save | null {
    const isCurrent = stored.version === 1 && Array.isArray(stored.grantedPurchases)
    const own = isCurrent ? format.read(stored) : null
    return own && { ...format.fresh, ...own }
  }

  function store(id: string | null, next: Save): boolean {
    inMemory.set(getKey(id), next)
    try {
      storage().setItem(getKey(id), JSON.stringify(next))
      return true
    } catch {
      return false
    }
  }

  function open(id: string | null): Save {
    const own = load(id)
    if (id === null) return own
    const merged = format.carryOver(load(null), own)
    if (merged !== own) {
      store(id, merged)
      store(null, format.fresh)
    }
    return merged
  }

  return {
    current: () => save,
    update(change) {
      save = change(save)
      return store(playerId, save)
    },
    switchTo(nextPlayerId) {
      if (nextPlayerId === playerId) return false
      playerId = nextPlayerId
      save = open(playerId)
      return true
    },
  }
}
