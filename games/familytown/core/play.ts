import { createRng } from '../../kit/rng.ts'
import { drawLevel, type Level } from './buildings.ts'
import { advance, isDone, nextQuest, type Quest } from './quests.ts'
import { clear, countFamilies, move, newTown, put, raise, type Town, type Turn } from './town.ts'

/** Game state: plain JSON values, because the save stores it. */
export interface Play {
  readonly town: Town
  /** Random number generator state. */
  readonly seed: number
  /** The piece to be placed, and the next one. */
  readonly cart: readonly [now: Level, next: Level]
  /** Pieces placed so far; a day is `DAY` pieces. */
  readonly deliveries: number
  readonly coins: number
  readonly crews: number
  readonly quest: Quest
  readonly questsDone: number
  readonly towns: number
  /** Highest family count. */
  readonly record: number
}

/** The result of one player action. */
export interface Step {
  readonly play: Play
  readonly turn: Turn
  readonly questDone: Quest | null
  /** The day ended by this step, and its tax; null when the day goes on. */
  readonly evening: { readonly day: number; readonly families: number; readonly tax: number } | null
}

export const DAY = 25
/** Prices in coins. The crew price applies when the player owns none. */
export const PRICES = { crane: 60, clear: 40, crew: 250 } as const
const STARTING_COINS = 60
const STARTING_CREWS = 1
const MIN_TAX = 10

export const getDay = ({ deliveries }: Play): number => Math.floor(deliveries / DAY) + 1
export const deliveriesLeftToday = ({ deliveries }: Play): number => DAY - (deliveries % DAY)

export function newPlay(seed: number): Play {
  const rng = createRng(seed)
  const quest = nextQuest(0, rng)
  const town = newTown(seed)
  return {
    town,
    seed: rng.state(),
    cart: [1, 1],
    deliveries: 0,
    coins: STARTING_COINS,
    crews: STARTING_CREWS,
    quest,
    questsDone: 0,
    towns: 1,
    record: countFamilies(town),
  }
}

/** Replaces the town; coins, crews, quests and the record stay. */
export function startNewTown(play: Play): Play {
  const town = newTown(play.seed)
  return { ...play, town, towns: play.towns + 1, cart: [1, 1] }
}

/** Places the piece on the cart; null when the plot is taken. */
export function build(play: Play, plot: number): Step | null {
  const turn = put(play.town, plot, play.cart[0])
  if (!turn) return null
  const { play: built, questDone } = afterTurn(play, turn)
  const rng = createRng(built.seed)
  const cart = [play.cart[1], drawLevel(rng)] as const
  const deliveries = play.deliveries + 1
  const families = countFamilies(turn.town)
  const tax = Math.max(MIN_TAX, Math.round(families / 2))
  const isEvening = deliveries % DAY === 0
  return {
    play: { ...built, cart, deliveries, seed: rng.state(), coins: built.coins + (isEvening ? tax : 0) },
    turn,
    questDone,
    evening: isEvening ? { day: getDay(play), families, tax } : null,
  }
}

function afterTurn(play: Play, turn: Turn): { play: Play; questDone: Quest | null } {
  const quest = advance(play.quest, play.town, turn)
  const earned = turn.merges.reduce((sum, { coins }) => sum + coins, 0)
  const after: Play = {
    ...play,
    town: turn.town,
    quest,
    coins: play.coins + earned,
    record: Math.max(play.record, countFamilies(turn.town)),
  }
  return isDone(quest) ? { play: withReward(after), questDone: quest } : { play: after, questDone: null }
}

function withReward(play: Play): Play {
  const rng = createRng(play.seed)
  const questsDone = play.questsDone + 1
  return {
    ...play,
    coins: play.coins + play.quest.reward,
    crews: play.crews + (play.quest.hasCrew ? 1 : 0),
    questsDone,
    quest: nextQuest(questsDone, rng, play.quest),
    seed: rng.state(),
  }
}

export const crane = (play: Play, from: number, to: number): Step | null =>
  atCost(play, move(play.town, from, to), { coins: PRICES.crane })

function atCost(play: Play, turn: Turn | null, cost: { coins?: number; crews?: number }): Step | null {
  const { coins = 0, crews = 0 } = cost
  if (!turn || play.coins < coins || play.crews < crews) return null
  const paid = { ...play, coins: play.coins - coins, crews: play.crews - crews }
  return { ...afterTurn(paid, turn), turn, evening: null }
}

export const clearPlot = (play: Play, plot: number): Step | null =>
  atCost(play, clear(play.town, plot), { coins: PRICES.clear })

export const sendCrew = (play: Play, plot: number): Step | null =>
  atCost(play, raise(play.town, plot), play.crews > 0 ? { crews: 1 } : { coins: PRICES.crew })
