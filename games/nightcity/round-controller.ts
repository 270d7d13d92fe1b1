import type { PlayerSaves } from '../kit/player-saves.ts'
import { createRng, randomSeed } from '../kit/rng.ts'
import { newDeck } from './core/cards.ts'
import { canDouble, deal, double, payout, type Round } from './core/round.ts'
import { FREE_CHIPS, type Save, withChips } from './save.ts'
import type { Sound } from './sound.ts'

interface Deps {
  saves: PlayerSaves<Save>
  sound: Sound
  /** Called when the round has changed. */
  onChange(): void
}

export interface RoundController {
  round(): Round | null
  isPlaying(): boolean
  bet(amount: number): void
  act(action: (round: Round) => Round): void
  doubleBet(): void
  /** Forgets the round, when another player's save has become current. */
  reset(): void
}

export const BETS = [10, 50, 100] as const

/** Plays rounds: moves the chips, then the cards. */
export function createRoundController({ saves, sound, onChange }: Deps): RoundController {
  const rng = createRng(randomSeed())
  let round: Round | null = null
  const isPlaying = () => round !== null && round.outcome === null

  function setChips(change: (chips: number) => number): void {
    saves.update((save) => withChips(save, change(save.chips)))
  }

  function act(action: (round: Round) => Round): void {
    if (round && isPlaying()) show(action(round))
  }

  function show(next: Round): void {
    round = next
    sound.play('card')
    if (next.outcome) finish(next)
    onChange()
  }

  function finish(over: Round): void {
    const { outcome } = over
    setChips((chips) => chips + payout(over))
    const isWin = outcome === 'won' || outcome === 'natural'
    sound.play(isWin ? 'won' : outcome === 'push' ? 'push' : 'lost')
    if (saves.current().chips < BETS[0]) setChips(() => FREE_CHIPS)
  }

  return {
    round: () => round,
    isPlaying,
    bet(amount) {
      if (isPlaying() || saves.current().chips < amount) return
      saves.update((save) => ({ ...withChips(save, save.chips - amount), rounds: save.rounds + 1 }))
      show(deal(amount, newDeck(rng)))
    },
    act,
    doubleBet() {
      if (!round || !canDouble(round) || saves.current().chips < round.bet) return
      const { bet } = round
      setChips((chips) => chips - bet)
      act(double)
    },
    reset() {
      round = null
    },
  }
}
