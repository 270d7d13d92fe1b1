import { outcomeOf, type Round, starsOf } from './core/round.ts'
import { carryOver, NEW_SAVE, type Save, type SaveStore, withResult } from './save.ts'

/** Holds the save of whoever plays now and keeps every change at once. */
export interface Keeper {
  save(): Save
  /** @returns whether the change will outlive this page. */
  change(changed: (save: Save) => Save): boolean
  /** Somebody else plays from now on; a guest who signs in brings along what was played. */
  become(playerId: string | null): void
}

/** The player's save; what a guest played in this browser moves into it when it is still empty. */
function openSave(store: SaveStore, playerId: string | null): Save {
  const own = store.load(playerId)
  if (playerId === null) return own
  const carried = carryOver(store.load(null), own)
  if (carried !== own) {
    store.keep(playerId, carried)
    store.keep(null, NEW_SAVE)
  }
  return carried
}

export function createKeeper(store: SaveStore, firstPlayer: string | null): Keeper {
  let playerId = firstPlayer
  let save = openSave(store, playerId)
  return {
    save: () => save,
    change(changed) {
      save = changed(save)
      return store.keep(playerId, save)
    },
    become(nextPlayer) {
      if (nextPlayer === playerId) return
      playerId = nextPlayer
      save = openSave(store, playerId)
    },
  }
}

/** The save with this round put away: a won one as a result, another one to be taken up again. */
export function withRound(save: Save, round: Round): Save {
  if (outcomeOf(round) !== 'won') return { ...save, round }
  return withResult(save, round.level.number, starsOf(round), round.score)
}
