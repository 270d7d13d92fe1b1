import { type Rng, shuffled } from '../../kit/rng.ts'

const SUITS = ['♠', '♥', '♦', '♣'] as const

export interface Card {
  readonly suit: (typeof SUITS)[number]
  /** 1 is the ace, 11 to 13 are the court cards. */
  readonly rank: number
}

const RANKS = Array.from({ length: 13 }, (_, index) => index + 1)

export const newDeck = (rng: Rng): Card[] =>
  shuffled(
    rng,
    SUITS.flatMap((suit) => RANKS.map((rank) => ({ suit, rank }))),
  )

interface HandValue {
  readonly points: number
  /** True when an ace counts as eleven. */
  readonly isSoft: boolean
}

/** A hand's best value: an ace counts as eleven where this does not exceed 21. */
export function handValue(hand: readonly Card[]): HandValue {
  const low = hand.reduce((sum, { rank }) => sum + Math.min(rank, 10), 0)
  const isSoft = hand.some(({ rank }) => rank === 1) && low + 10 <= 21
  return { points: isSoft ? low + 10 : low, isSoft }
}

/** Twenty-one with the first two cards. */
export const isNatural = (hand: readonly Card[]): boolean =>
  hand.length === 2 && handValue(hand).points === 21
