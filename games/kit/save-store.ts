/** What every game's save carries, so that no purchase is given twice. */
export interface Granting {
  /** Purchases whose items are already given. Their ids stay for ever: a hub may tell of one many times. */
  readonly grantedPurchases: readonly string[]
}

/** What the kit has to know of a game to keep its saves. */
export interface SaveKind<Save extends Granting> {
  /** Saves lie under `{game}:{player}` in the browser's storage. */
  readonly game: string
  readonly fresh: Save
  /** The save when the parsed text is one of this game and version, else null. */
  read(stored: unknown): Save | null
  /** What a guest who signs in brings along into the account's own save. */
  carryOver(guest: Save, account: Save): Save
}

export interface SaveStore<Save> {
  load(playerId: string | null): Save
  /** False when this browser keeps nothing (a frame without storage): then the save lives as long as the page. */
  keep(playerId: string | null, save: Save): boolean
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

/** @param storage  The browser's local storage; even touching it may throw, hence a function. */
export function createSaveStore<Save extends Granting>(
  kind: SaveKind<Save>,
  storage: () => Storage,
): SaveStore<Save> {
  const inMemory = new Map<string, Save>()
  const keyOf = (playerId: string | null) => `${kind.game}:${playerId ?? 'guest'}`
  const parse = (text: string | null) => (text ? kind.read(JSON.parse(text)) : null)
  return {
    load(playerId) {
      const key = keyOf(playerId)
      try {
        return parse(storage().getItem(key)) ?? inMemory.get(key) ?? kind.fresh
      } catch {
        return inMemory.get(key) ?? kind.fresh // blocked storage, or a save that cannot be read
      }
    },
    keep(playerId, save) {
      inMemory.set(keyOf(playerId), save)
      try {
        storage().setItem(keyOf(playerId), JSON.stringify(save))
        return true
      } catch {
        return false
      }
    },
  }
}
