import { type CardButton, showCard } from '../../kit/hud/card.ts'
import { element, paragraph } from '../../kit/hud/dom.ts'
import type { Round } from '../core/round.ts'
import type { Save } from '../save.ts'
import type { Texts } from '../texts/en.ts'
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

export function showIntro({ round, isContinued, onPlay, onLevels }: IntroCard, texts: Texts) {
  return showCard({
    kind: 'intro',
    title: texts.level(round.level.number),
    content: [
      paragraph(texts.collect),
      element('ul', { className: 'goals is-large', label: texts.goals }, ...goalList(round, texts)),
      paragraph(texts.inMoves(round.movesLeft), 'quiet'),
    ],
    buttons: [
      { text: isContinued ? texts.goOn : texts.play, isMain: true, onPress: onPlay },
      { text: texts.levels, onPress: onLevels },
    ],
  })
}

export function showWon(card: WonCard, texts: Texts) {
  return showCard({
    kind: 'won',
    title: texts.won,
    content: [
      starRow(card.stars, texts),
      element('p', { className: 'big-score', textContent: texts.points(card.score) }),
      card.best > card.score ? paragraph(texts.best(card.best), 'quiet') : null,
    ],
    buttons: [
      { text: texts.next, isMain: true, onPress: card.onNext },
      { text: texts.again, onPress: card.onAgain },
    ],
  })
}

function starRow(stars: number, texts: Texts): HTMLElement {
  const shapes = [1, 2, 3].map((index) =>
    element('span', { className: index <= stars ? 'star is-earned' : 'star' }),
  )
  const row = element('p', { className: 'star-row' }, ...shapes)
  row.setAttribute('role', 'img')
  row.setAttribute('aria-label', texts.starsEarned(stars))
  return row
}

export function showLost(card: LostCard, texts: Texts) {
  const more: CardButton = {
    text: texts.useMoreMoves(card.movePacks),
    isMain: true,
    onPress: card.onMoreMoves,
  }
  const shop: CardButton = { text: texts.openShop, isMain: card.movePacks === 0, onPress: card.onShop }
  return showCard({
    kind: 'lost',
    title: texts.lost,
    content: [
      element('ul', { className: 'goals is-large', label: texts.goals }, ...goalList(card.round, texts)),
      paragraph(texts.lostHelp),
    ],
    buttons: [...(card.movePacks > 0 ? [more] : []), shop, { text: texts.tryAgain, onPress: card.onAgain }],
  })
}

/** Shows at least 20 levels, and at least the next locked one. */
export function showLevels(save: Save, texts: Texts, onPick: (level: number) => void, onClose: () => void) {
  const shown = Math.max(20, Math.ceil((save.reached + 1) / 5) * 5)
  const grid = element('div', { className: 'level-grid' })
  const card = showCard({
    kind: 'levels',
    title: texts.chooseLevel,
    content: [grid],
    buttons: [{ text: texts.close, onPress: onClose }],
    onEscape: onClose,
  })
  const pick = (level: number) => () => {
    card.close()
    onPick(level)
  }
  const numbers = Array.from({ length: shown }, (_, index) => index + 1)
  grid.append(...numbers.map((number) => levelButton(number, save, texts, pick(number))))
  grid.querySelector<HTMLElement>(`.level:nth-child(${save.reached})`)?.focus()
  return card
}

function levelButton(number: number, save: Save, texts: Texts, onPick: () => void): HTMLButtonElement {
  const stars = save.results[number]?.stars ?? 0
  const isOpen = number <= save.reached
  const label = isOpen
    ? stars
      ? texts.levelLabel(number, stars)
      : texts.levelOpen(number)
    : texts.levelLocked(number)
  return element(
    'button',
    { type: 'button', className: 'level', disabled: !isOpen, label, onclick: onPick },
    element('span', { textContent: String(number), ariaHidden: 'true' }),
    element('span', { className: 'level-stars', textContent: '★'.repeat(stars), ariaHidden: 'true' }),
  )
}
