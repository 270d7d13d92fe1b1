import { type CardButton, showCard } from '../../kit/hud/card.ts'
import { element, paragraph, picture } from '../../kit/hud/dom.ts'
import coin from '../assets/tools/coin.svg'
import crane from '../assets/tools/crane.svg'
import type { Level } from '../core/buildings.ts'
import { type Play, PRICES, type Step } from '../core/play.ts'
import { familiesOf, type Town } from '../core/town.ts'
import type { Texts } from '../texts/index.ts'
import { PICTURES } from '../view/sprites.ts'
import { FACES } from './status.ts'

function lines(texts: readonly string[], pictures: readonly string[]): HTMLElement {
  const items = texts.map((text, nth) => {
    const src = pictures[nth] ?? ''
    const isRound = !Object.values(PICTURES).includes(src)
    return element('li', {}, picture(src, isRound ? 'is-round' : ''), element('span', { textContent: text }))
  })
  return element('ul', { className: 'lines' }, ...items)
}

export function showWelcome(texts: Texts, onStart: () => void) {
  return showCard({
    kind: 'welcome',
    title: texts.welcome,
    content: [lines(texts.welcomeLines, [PICTURES[1], PICTURES[3], FACES.grandmother])],
    buttons: [{ text: texts.startBuilding, isMain: true, onPress: onStart }],
  })
}

/** The best buildings of a town, side by side. */
function townRow(town: Town): HTMLElement {
  const built = town.filter((level): level is Level => level > 1).toSorted((a, b) => b - a)
  return element(
    'div',
    { className: 'town-row' },
    ...built.slice(0, 5).map((level) => picture(PICTURES[level])),
  )
}

const sum = (text: string) =>
  element('p', { className: 'big' }, picture(coin), element('span', { textContent: text }))

export function showEvening(
  evening: NonNullable<Step['evening']>,
  play: Play,
  texts: Texts,
  onMorning: () => void,
) {
  return showCard({
    kind: 'evening',
    title: texts.evening(evening.day),
    content: [
      townRow(play.town),
      paragraph(texts.eveningFamilies(evening.families)),
      sum(texts.eveningTax(evening.tax)),
      paragraph(texts.eveningRecord(play.record), 'quiet'),
      paragraph(texts.takeABreak, 'quiet'),
    ],
    buttons: [{ text: texts.nextDay, isMain: true, onPress: onMorning }],
    onEscape: onMorning,
  })
}

interface FullCard {
  readonly play: Play
  onCrew(): void
  onClear(): void
  onShop(): void
  onNewTown(): void
}

/** Nothing can be put any more: three ways on, one of them always there. */
export function showFull(card: FullCard, texts: Texts) {
  const { coins, crews, town } = card.play
  const canHire = crews > 0 || coins >= PRICES.crew
  const crew: CardButton = { text: texts.useCrew(crews), isMain: true, onPress: card.onCrew }
  const clear: CardButton = { text: texts.useClear(PRICES.clear), isMain: !canHire, onPress: card.onClear }
  return showCard({
    kind: 'full',
    title: texts.full,
    content: [
      townRow(town),
      paragraph(texts.fullFamilies(familiesOf(town))),
      paragraph(texts.fullHelp, 'quiet'),
    ],
    buttons: [
      ...(canHire ? [crew] : []),
      ...(coins >= PRICES.clear ? [clear] : []),
      { text: texts.newTown, onPress: card.onNewTown },
      { text: texts.openShop, onPress: card.onShop },
    ],
  })
}

interface PauseCard {
  readonly who: string
  /** The number of the town pass, once the hub has confirmed who plays. */
  readonly pass: Promise<string | null>
  readonly isGuest: boolean
  readonly canSignIn: boolean
  readonly canAskSupport: boolean
  onResume(): void
  onSignIn(): void
  onSignOut(): void
  onSupport(): void
}

export function showPaused(card: PauseCard, texts: Texts) {
  const signIn: CardButton = { text: texts.signIn, onPress: card.onSignIn }
  const signOut: CardButton = { text: texts.signOut, onPress: card.onSignOut }
  const support: CardButton = { text: texts.support, onPress: card.onSupport }
  const pass = paragraph('', 'quiet')
  void card.pass.then((number) => {
    pass.textContent = number === null ? '' : texts.townPass(number)
  })
  const howTo = element(
    'details',
    { className: 'how-to' },
    element('summary', { textContent: texts.howTo }),
    lines(texts.howToLines, [PICTURES[3], PICTURES[4], crane, coin]),
  )
  return showCard({
    kind: 'pause',
    title: texts.paused,
    content: [paragraph(texts.playingAs(card.who), 'quiet'), pass, howTo],
    buttons: [
      { text: texts.resume, isMain: true, onPress: card.onResume },
      ...(card.canSignIn ? [card.isGuest ? signIn : signOut] : []),
      ...(card.canAskSupport ? [support] : []),
    ],
    onEscape: card.onResume,
  })
}
