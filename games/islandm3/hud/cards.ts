import { type CardButton, showCard } from '../../kit/hud/card.ts'
import { element, paragraph } from '../../kit/hud/dom.ts'
import type { Round } from '../core/round.ts'
import type { Messages } from '../messages/en.ts'
import type { Save } from '../save.ts'
import { IMAGE_URLS } from '../view/sprites.ts'
import { goalList } from './status.ts'

interface IntroCard {
  readonly round: Round
  readonly isContinued: boolean
  onPlay(): void
  onLevels(): void
}

interface WonCard {
  readonly stars: number
  readonly score: number
  readonly best: number
  onNext(): void
  onAgain(): void
}

interface LostCard {
  readonly round: Round
  readonly movePacks: number
  onMoreMoves(): void
  onShop(): void
  onAgain(): void
}

export const HOW_TO_IMAGES = [
  IMAGE_URLS.shell,
  IMAGE_URLS.row,
  IMAGE_URLS.bomb,
  IMAGE_URLS.rainbow,
  IMAGE_URLS.bomb,
  IMAGE_URLS.sand,
]

export function showIntro({ round, isContinued, onPlay, onLevels }: IntroCard, messages: Messages) {
  return showCard({
    kind: 'intro',
    title: messages.level(round.level.number),
    content: [
      paragraph(messages.collect),
      element('ul', { className: 'goals is-large', label: messages.goals }, ...goalList(round, messages)),
      paragraph(messages.inMoves(round.movesLeft), 'quiet'),
    ],
    buttons: [
      { text: isContinued ? messages.goOn : messages.play, isMain: true, onPress: onPlay },
      { text: messages.levels, onPress: onLevels },
    ],
  })
}

export function showWon(card: WonCard, messages: Messages) {
  return showCard({
    kind: 'won',
    title: messages.won,
    content: [
      starRow(card.stars, messages),
      element('p', { className: 'big-score', textContent: messages.points(card.score) }),
      card.best > card.score ? paragraph(messages.best(card.best), 'quiet') : null,
    ],
    buttons: [
      { text: messages.next, isMain: true, onPress: card.onNext },
      { text: messages.again, onPress: card.onAgain },
    ],
  })
}

function starRow(stars: number, messages: Messages): HTMLElement {
  const shapes = [1, 2, 3].map((index) =>
    element('span', { className: index <= stars ? 'star is-earned' : 'star' }),
  )
  const row = element('p', { className: 'star-row' }, ...shapes)
  row.setAttribute('role', 'img')
  row.setAttribute('aria-label', messages.starsEarned(stars))
  return row
}

export function showLost(card: LostCard, messages: Messages) {
  const more: CardButton = {
    text: messages.useMoreMoves(card.movePacks),
    isMain: true,
    onPress: card.onMoreMoves,
  }
  const shop: CardButton = { text: messages.openShop, isMain: card.movePacks === 0, onPress: card.onShop }
  return showCard({
    kind: 'lost',
    title: messages.lost,
    content: [
      element(
        'ul',
        { className: 'goals is-large', label: messages.goals },
        ...goalList(card.round, messages),
      ),
      paragraph(messages.lostHelp),
    ],
    buttons: [
      ...(card.movePacks > 0 ? [more] : []),
      shop,
      { text: messages.tryAgain, onPress: card.onAgain },
    ],
  })
}

/** Shows at least 20 levels, and at least the next locked one. */
export function showLevels(
  save: Save,
  messages: Messages,
  onPick: (level: number) => void,
  onClose: () => void,
) {
  const shown = Math.max(20, Math.ceil((save.reached + 1) / 5) * 5)
  const grid = element('div', { className: 'level-grid' })
  const card = showCard({
    kind: 'levels',
    title: messages.chooseLevel,
    content: [grid],
    buttons: [{ text: messages.close, onPress: onClose }],
    onEscape: onClose,
  })
  const pick = (level: number) => () => {
    card.close()
    onPick(level)
  }
  const numbers = Array.from({ length: shown }, (_, index) => index + 1)
  grid.append(...numbers.map((number) => levelButton(number, save, messages, pick(number))))
  grid.querySelector<HTMLElement>(`.level:nth-child(${save.reached})`)?.focus()
  return card
}

function levelButton(number: number, save: Save, messages: Messages, onPick: () => void): HTMLButtonElement {
  const stars = save.results[number]?.stars ?? 0
  const isOpen = number <= save.reached
  const label = isOpen
    ? stars
      ? messages.levelLabel(number, stars)
      : messages.levelOpen(number)
    : messages.levelLocked(number)
  return element(
    'button',
    { type: 'button', className: 'level', disabled: !isOpen, label, onclick: onPick },
    element('span', { textContent: String(number), ariaHidden: 'true' }),
    element('span', { className: 'level-stars', textContent: '★'.repeat(stars), ariaHidden: 'true' }),
  )
}
