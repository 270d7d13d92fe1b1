import { type CardButton, showCard } from '../../kit/hud/card.ts'
import { element, paragraph } from '../../kit/hud/dom.ts'
import { howTo, illustratedList } from '../../kit/hud/pause-card.ts'
import type { Save } from '../save.ts'
import type { Texts } from '../texts/en.ts'
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

export function showIntro({ save, onPlay, onShop, ...card }: IntroCard, texts: Texts) {
  const { bag, wearsAurora, bestScore, bestWave } = save
  const ring = element('div', { className: 'ring' }, card.picture())
  const change = (isWorn: boolean) => {
    card.onAurora(isWorn)
    ring.replaceChildren(card.picture())
  }
  return showCard({
    kind: 'intro',
    title: texts.title,
    content: [
      paragraph(texts.tagline, 'tagline'),
      ring,
      paragraph(bestScore > 0 ? texts.yourBest(bestScore, bestWave) : texts.firstRun, 'quiet'),
      bag.hasAurora ? auroraSwitch(wearsAurora, texts, change) : null,
      howTo(texts.howTo, illustratedList(texts.howToLines, HOW_TO_IMAGES)),
    ],
    buttons: [
      { text: texts.play, isMain: true, onPress: onPlay },
      { text: texts.shop, onPress: onShop },
    ],
  })
}

function auroraSwitch(isWorn: boolean, texts: Texts, onToggle: (isWorn: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: isWorn })
  box.setAttribute('role', 'switch')
  box.onchange = () => onToggle(box.checked)
  return element('label', { className: 'switch' }, element('span', { textContent: texts.aurora }), box)
}

export function showOver({ score, wave, isRecord, save, ...on }: OverCard, texts: Texts) {
  const { cells } = save.bag
  const revive: CardButton = { text: texts.useCell(cells), isMain: true, onPress: on.onRevive }
  return showCard({
    kind: 'over',
    title: texts.over,
    content: [
      isRecord ? paragraph(texts.newBest, 'record') : null,
      paragraph(texts.points(score), 'big-score'),
      paragraph(texts.reached(wave)),
      isRecord ? null : paragraph(texts.yourBest(save.bestScore, save.bestWave), 'quiet'),
    ],
    buttons: [
      ...(cells > 0 ? [revive] : []),
      { text: texts.again, isMain: cells === 0, onPress: on.onAgain },
      { text: texts.openShop, onPress: on.onShop },
    ],
  })
}
