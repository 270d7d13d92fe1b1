import { byId, element } from '../../kit/hud/dom.ts'
import { type Card, handValue } from '../core/cards.ts'
import type { Round } from '../core/round.ts'
import type { Texts } from '../texts/en.ts'

/** Shows both hands. The house hides its second card until the round is over. */
export function showTable(round: Round | null, texts: Texts): void {
  const isOver = round?.outcome !== null
  showHand('player', texts.you, round?.player ?? [], true, texts)
  showHand('dealer', texts.house, round?.dealer ?? [], isOver, texts)
}

function showHand(
  id: 'player' | 'dealer',
  who: string,
  cards: readonly Card[],
  isOpen: boolean,
  texts: Texts,
): void {
  const open = isOpen ? cards : cards.slice(0, 1)
  const points = open.length > 0 ? texts.points(handValue(open).points) : ''
  byId(`${id}-points`).textContent = points
  const hand = byId(`${id}-hand`)
  hand.replaceChildren(
    ...cards.map((card, index) =>
      index < open.length ? face(card, texts) : element('i', { className: 'card-back' }),
    ),
  )
  const names = cards.map(({ rank, suit }, index) =>
    index < open.length ? texts.card(rank, suit) : texts.hidden,
  )
  hand.hidden = cards.length === 0
  hand.setAttribute('aria-label', texts.hand(who, names.join(', '), points))
}

function face({ rank, suit }: Card, { courtCards }: Texts): HTMLElement {
  const [jack, queen, king, ace] = courtCards
  const sign = { 1: ace, 11: jack, 12: queen, 13: king }[rank] ?? String(rank)
  const isRed = suit === '♥' || suit === '♦'
  return element(
    'i',
    { className: isRed ? 'card-face is-red' : 'card-face' },
    element('b', { textContent: sign }),
    element('span', { textContent: suit }),
  )
}
