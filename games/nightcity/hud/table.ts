import { byId, element } from '../../kit/hud/dom.ts'
import { type Card, handValue } from '../core/cards.ts'
import type { Round } from '../core/round.ts'
import type { Messages } from '../messages/en.ts'

/** Shows both hands. The house hides its second card until the round is over. */
export function showTable(round: Round | null, messages: Messages): void {
  const isOver = round?.outcome !== null
  showHand('player', messages.you, round?.player ?? [], true, messages)
  showHand('dealer', messages.house, round?.dealer ?? [], isOver, messages)
}

function showHand(
  id: 'player' | 'dealer',
  who: string,
  cards: readonly Card[],
  isOpen: boolean,
  messages: Messages,
): void {
  const open = isOpen ? cards : cards.slice(0, 1)
  const points = open.length > 0 ? messages.points(handValue(open).points) : ''
  byId(`${id}-points`).textContent = points
  const hand = byId(`${id}-hand`)
  hand.replaceChildren(
    ...cards.map((card, index) =>
      index < open.length ? face(card, messages) : element('i', { className: 'card-back' }),
    ),
  )
  const names = cards.map(({ rank, suit }, index) =>
    index < open.length ? messages.card(rank, suit) : messages.hidden,
  )
  hand.hidden = cards.length === 0
  hand.setAttribute('aria-label', messages.hand(who, names.join(', '), points))
}

function face({ rank, suit }: Card, { courtCards }: Messages): HTMLElement {
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
