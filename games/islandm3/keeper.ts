import { outcomeOf, type Round, starsOf } from './core/round.ts'
import { carryOver, type Save, type SaveStore, withResult } from './save.ts'

/** Holds the save of whoever plays now and keeps every change at once. */
export interface Keeper {
  save(): Save
  /** @returns whether the change will outlive this page. */
  change(changed: (save: Save) => Save): boolean
  /** Somebody else plays from now on; a guest who signs in brings along what was played. */
  become(playerId: string | null): void
}

export function createKeeper(store: SaveStore, firstPlayer: string | null): Keeper {
  let playerId = firstPlayer
  let save = store.load(playerId)
  return {
    save: () => save,
    change(changed) {
      save = changed(save)
      return store.keep(playerId, save)
    },
    become(nextPlayer) {
      if (nextPlayer === playerId) return
      const theirs = store.load(nextPlayer)
      save = playerId === null ? carryOver(save, theirs) : theirs
      playerId = nextPlayer
      store.keep(playerId, save)
    },
  }
}

/** The save with this round put away: a won one as a result, another one to be taken up again. */
export function withRound(save: Save, round: Round): Save {
  if (outcomeOf(round) !== 'won') return { ...save, round }
  return withResult(save, round.level.number, starsOf(round), round.score)
}
