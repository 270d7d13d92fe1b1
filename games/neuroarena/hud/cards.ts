import { type CardButton, showCard } from '../../kit/hud/card.ts'
import { element, paragraph } from '../../kit/hud/dom.ts'
import { howTo, illustratedList } from '../../kit/hud/pause-card.ts'
import type { Messages } from '../messages/en.ts'
import type { Save } from '../save.ts'
import { IMAGE_URLS } from '../view/sprites.ts'

export const HOW_TO_IMAGES = [
  IMAGE_URLS.drone,
  IMAGE_URLS.blaster,
  IMAGE_URLS.shooter,
  IMAGE_URLS.splitter,
  IMAGE_URLS.repair,
  IMAGE_URLS.boss,
]

interface IntroCard {
  readonly save: Save
  /** The drone and its foes. Called again when the skin changes. */
  picture(): HTMLElement
  onPlay(): void
  onShop(): void
  onAurora(isWorn: boolean): void
}

interface OverCard {
  readonly score: number
  readonly wave: number
  readonly isRecord: boolean
  readonly save: Save
  onRevive(): void
  onAgain(): void
  onShop(): void
}

export function showIntro({ save, onPlay, onShop, ...card }: IntroCard, messages: Messages) {
  const { bag, wearsAurora, bestScore, bestWave } = save
  const ring = element('div', { className: 'ring' }, card.picture())
  const change = (isWorn: boolean) => {
    card.onAurora(isWorn)
    ring.replaceChildren(card.picture())
  }
  return showCard({
    kind: 'intro',
    title: messages.title,
    content: [
      paragraph(messages.tagline, 'tagline'),
      ring,
      paragraph(bestScore > 0 ? messages.yourBest(bestScore, bestWave) : messages.firstRun, 'quiet'),
      bag.hasAurora ? auroraSwitch(wearsAurora, messages, change) : null,
      howTo(messages.howTo, illustratedList(messages.howToLines, HOW_TO_IMAGES)),
    ],
    buttons: [
      { text: messages.play, isMain: true, onPress: onPlay },
      { text: messages.shop, onPress: onShop },
    ],
  })
}

function auroraSwitch(isWorn: boolean, messages: Messages, onToggle: (isWorn: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: isWorn })
  box.setAttribute('role', 'switch')
  box.onchange = () => onToggle(box.checked)
  return element('label', { className: 'switch' }, element('span', { textContent: messages.aurora }), box)
}

export function showOver({ score, wave, isRecord, save, ...on }: OverCard, messages: Messages) {
  const { cells } = save.bag
  const revive: CardButton = { text: messages.useCell(cells), isMain: true, onPress: on.onRevive }
  return showCard({
    kind: 'over',
    title: messages.over,
    content: [
      isRecord ? paragraph(messages.newBest, 'record') : null,
      paragraph(messages.points(score), 'big-score'),
      paragraph(messages.reached(wave)),
      isRecord ? null : paragraph(messages.yourBest(save.bestScore, save.bestWave), 'quiet'),
    ],
    buttons: [
      ...(cells > 0 ? [revive] : []),
      { text: messages.again, isMain: cells === 0, onPress: on.onAgain },
      { text: messages.openShop, onPress: on.onShop },
    ],
  })
}
