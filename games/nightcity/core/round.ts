import { type Card, handValue, isNatural } from './cards.ts'

type Outcome = 'natural' | 'won' | 'push' | 'lost' | 'bust'

/** One round of twenty-one against the house. The bet has left the player's chips when it begins. */
export interface Round {
  readonly bet: number
  readonly player: readonly Card[]
  readonly dealer: readonly Card[]
  readonly deck: readonly Card[]
  /** Null while the player may still act. */
  readonly outcome: Outcome | null
}

/** The dealer draws to this many points. */
const DEALER_STANDS_AT = 17

export function deal(bet: number, deck: readonly Card[]): Round {
  const [first, second, third, fourth, ...rest] = deck as [Card, Card, Card, Card, ...Card[]]
  const round = { bet, player: [first, third], dealer: [second, fourth], deck: rest, outcome: null }
  return isNatural(round.player) ? finishRound(round) : round
}

export function hit(round: Round): Round {
  if (round.outcome) return round
  const drawn = draw(round, 'player')
  const { points } = handValue(drawn.player)
  if (points > 21) return { ...drawn, outcome: 'bust' }
  return points === 21 ? stand(drawn) : drawn
}

export function stand(round: Round): Round {
  if (round.outcome) return round
  let next = round
  while (handValue(next.dealer).points < DEALER_STANDS_AT) next = draw(next, 'dealer')
  return finishRound(next)
}

/** Doubles the bet for exactly one more card. The caller takes the second bet from the chips. */
export function double(round: Round): Round {
  if (!canDouble(round)) return round
  const next = hit({ ...round, bet: round.bet * 2 })
  return next.outcome ? next : stand(next)
}

export const canDouble = ({ outcome, player }: Round): boolean => outcome === null && player.length === 2

/** The chips coming back to the player, the bet included. */
export function payout({ bet, outcome }: Round): number {
  if (outcome === 'natural') return bet * 2.5
  if (outcome === 'won') return bet * 2
  return outcome === 'push' ? bet : 0
}

function finishRound(round: Round): Round {
  return { ...round, outcome: getOutcome(round) }
}

function getOutcome({ player, dealer }: Round): Outcome {
  const [own, house] = [handValue(player).points, handValue(dealer).points]
  if (isNatural(player)) return isNatural(dealer) ? 'push' : 'natural'
  if (house > 21 || own > house) return 'won'
  return own === house && !isNatural(dealer) ? 'push' : 'lost'
}

function draw(round: Round, who: 'player' | 'dealer'): Round {
  const [card, ...deck] = round.deck
  if (!card) throw new RangeError('The deck is empty')
  return { ...round, deck, [who]: [...round[who], card] }
}
