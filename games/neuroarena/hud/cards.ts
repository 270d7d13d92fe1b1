import { type CardButton, showCard } from '../../kit/hud/card.ts'
import { element, paragraph } from '../../kit/hud/dom.ts'
import { howTo } from '../../kit/hud/how-to.ts'
import type { Save } from '../save.ts'
import type { Texts } from '../texts/index.ts'
import { PICTURES } from '../view/sprites.ts'

const HOW_TO_PICTURES = [
  PICTURES.drone,
  PICTURES.blaster,
  PICTURES.shooter,
  PICTURES.splitter,
  PICTURES.repair,
  PICTURES.boss,
]

function auroraSwitch(isWorn: boolean, texts: Texts, onToggle: (isWorn: boolean) => void): HTMLElement {
  const box = element('input', { type: 'checkbox', checked: isWorn })
  box.setAttribute('role', 'switch')
  box.onchange = () => onToggle(box.checked)
  return element('label', { className: 'switch' }, element('span', { textContent: texts.aurora }), box)
}

interface IntroCard {
  readonly save: Save
  /** A picture of who meets in the ring. */
  picture(): HTMLElement
  onPlay(): void
  onShop(): void
  onAurora(isWorn: boolean): void
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
      howTo(texts.howTo, texts.howToLines, HOW_TO_PICTURES),
    ],
    buttons: [
      { text: texts.play, isMain: true, onPress: onPlay },
      { text: texts.shop, onPress: onShop },
    ],
  })
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

interface PauseCard {
  readonly who: string
  readonly isGuest: boolean
  readonly canSignIn: boolean
  readonly canAskSupport: boolean
  onResume(): void
  onRestart(): void
  onSignIn(): void
  onSignOut(): void
  onSupport(): void
}

export function showPaused(card: PauseCard, texts: Texts) {
  const account: CardButton = card.isGuest
    ? { text: texts.signIn, onPress: card.onSignIn }
    : { text: texts.signOut, onPress: card.onSignOut }
  const support: CardButton = { text: texts.support, onPress: card.onSupport }
  return showCard({
    kind: 'pause',
    title: texts.paused,
    content: [
      paragraph(texts.playingAs(card.who), 'quiet'),
      howTo(texts.howTo, texts.howToLines, HOW_TO_PICTURES),
    ],
    buttons: [
      { text: texts.resume, isMain: true, onPress: card.onResume },
      { text: texts.restart, onPress: card.onRestart },
      ...(card.canSignIn ? [account] : []),
      ...(card.canAskSupport ? [support] : []),
    ],
    onEscape: card.onResume,
  })
}
