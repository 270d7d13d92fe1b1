import { expect, test } from 'vitest'
import { createRng } from '../../kit/rng.ts'
import { type Card, handValue, newDeck } from './cards.ts'
import { canDouble, deal, double, hit, payout, stand } from './round.ts'

/** Cards in deck order: player, dealer, player, dealer, then what is drawn. */
const deck = (...ranks: number[]): Card[] => ranks.map((rank) => ({ suit: '♠', rank }))
const begin = (...ranks: number[]) => deal(10, deck(...ranks))

test('a deck has 52 different cards in an order that the seed decides', () => {
  const cards = newDeck(createRng(7))
  expect(new Set(cards.map(({ suit, rank }) => suit + rank)).size).toBe(52)
  expect(newDeck(createRng(7))).toEqual(cards)
  expect(newDeck(createRng(8))).not.toEqual(cards)
})

test('court cards count ten, and an ace eleven where that fits', () => {
  expect(handValue(deck(13, 12))).toEqual({ points: 20, isSoft: false })
  expect(handValue(deck(1, 6))).toEqual({ points: 17, isSoft: true })
  expect(handValue(deck(1, 6, 10))).toEqual({ points: 17, isSoft: false })
  expect(handValue(deck(1, 1, 9))).toEqual({ points: 21, isSoft: true })
})

test('twenty-one with two cards pays three to two, unless the house has it too', () => {
  expect(payout(begin(1, 9, 13, 9))).toBe(25)
  expect(begin(1, 1, 13, 13)).toMatchObject({ outcome: 'push' })
})

test('more than twenty-one loses the bet before the house plays', () => {
  const round = hit(begin(10, 10, 9, 6, 5))
  expect(round).toMatchObject({ outcome: 'bust' })
  expect(round.dealer).toHaveLength(2)
  expect(payout(round)).toBe(0)
})

test('the house draws to seventeen, and the higher hand wins', () => {
  expect(stand(begin(10, 10, 9, 2, 4, 10))).toMatchObject({ outcome: 'won' })
  expect(stand(begin(10, 10, 9, 10))).toMatchObject({ outcome: 'lost' })
  const even = stand(begin(10, 10, 9, 9))
  expect([even.outcome, payout(even)]).toEqual(['push', 10])
})

test('doubling takes one card for twice the bet, with the first two cards only', () => {
  const round = begin(5, 10, 6, 7, 9)
  const doubled = double(round)
  expect(doubled).toMatchObject({ bet: 20, outcome: 'won' })
  expect(payout(doubled)).toBe(40)
  expect(canDouble(hit(begin(2, 10, 3, 7, 4)))).toBe(false)
})
