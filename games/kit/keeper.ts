import { createSaveStore, type Granting, type SaveKind, type SaveStore } from './save-store.ts'

/** Holds the save of whoever plays now and keeps every change at once. */
export interface Keeper<Save> {
  save(): Save
  /** @returns whether the change will outlive this page. */
  change(changed: (save: Save) => Save): boolean
  /** Somebody else plays from now on; a guest who signs in brings along what was played. */
  become(playerId: string | null): void
}

/** The player's save; what a guest played in this browser moves into it when it is still empty. */
function openSave<Save extends Granting>(
  kind: SaveKind<Save>,
  store: SaveStore<Save>,
  playerId: string | null,
): Save {
  const own = store.load(playerId)
  if (playerId === null) return own
  const carried = kind.carryOver(store.load(null), own)
  if (carried !== own) {
    store.keep(playerId, carried)
    store.keep(null, kind.fresh)
  }
  return carried
}

export function createKeeper<Save extends Granting>(
  kind: SaveKind<Save>,
  firstPlayer: string | null,
  storage: Parameters<typeof createSaveStore>[1] = () => localStorage,
): Keeper<Save> {
  const store = createSaveStore(kind, storage)
  let playerId = firstPlayer
  let save = openSave(kind, store, playerId)
  return {
    save: () => save,
    change(changed) {
      save = changed(save)
      return store.keep(playerId, save)
    },
    become(nextPlayer) {
      if (nextPlayer === playerId) return
      playerId = nextPlayer
      save = openSave(kind, store, playerId)
    },
  }
}
