import { type CardButton, showCard } from '../../kit/hud/card.ts'
import { element, image, paragraph } from '../../kit/hud/dom.ts'
import { howTo } from '../../kit/hud/pause-card.ts'
import coin from '../assets/tools/coin.svg'
import crane from '../assets/tools/crane.svg'
import type { Level } from '../core/buildings.ts'
import { type Play, PRICES, type Step } from '../core/play.ts'
import { countFamilies, type Town } from '../core/town.ts'
import type { Messages } from '../messages/en.ts'
import { IMAGE_URLS } from '../view/sprites.ts'
import { FACES } from './status.ts'

interface FullCard {
  readonly play: Play
  onCrew(): void
  onClear(): void
  onShop(): void
  onNewTown(): void
}

export function showWelcome(messages: Messages, onStart: () => void) {
  return showCard({
    kind: 'welcome',
    title: messages.welcome,
    content: [lines(messages.welcomeLines, [IMAGE_URLS[1], IMAGE_URLS[3], FACES.grandmother])],
    buttons: [{ text: messages.startBuilding, isMain: true, onPress: onStart }],
  })
}

function lines(messages: readonly string[], imageUrls: readonly string[]): HTMLElement {
  const items = messages.map((text, index) => {
    const src = imageUrls[index] ?? ''
    const isRound = !Object.values(IMAGE_URLS).includes(src)
    return element('li', {}, image(src, isRound ? 'is-round' : ''), element('span', { textContent: text }))
  })
  return element('ul', { className: 'lines' }, ...items)
}

export function showEvening(
  evening: NonNullable<Step['evening']>,
  play: Play,
  messages: Messages,
  onMorning: () => void,
) {
  return showCard({
    kind: 'evening',
    title: messages.evening(evening.day),
    content: [
      townRow(play.town),
      paragraph(messages.eveningFamilies(evening.families)),
      sum(messages.eveningTax(evening.tax)),
      paragraph(messages.eveningRecord(play.record), 'quiet'),
      paragraph(messages.takeABreak, 'quiet'),
    ],
    buttons: [{ text: messages.nextDay, isMain: true, onPress: onMorning }],
    onEscape: onMorning,
  })
}

/** The town's five highest buildings. */
function townRow(town: Town): HTMLElement {
  const built = town.filter((level): level is Level => level > 1).sort((a, b) => b - a)
  return element(
    'div',
    { className: 'town-row' },
    ...built.slice(0, 5).map((level) => image(IMAGE_URLS[level])),
  )
}

const sum = (text: string) =>
  element('p', { className: 'big' }, image(coin), element('span', { textContent: text }))

/** The town is full. A new town is always possible; a crew and clearing only when the player can pay for them. */
export function showFull(card: FullCard, messages: Messages) {
  const { coins, crews, town } = card.play
  const canHire = crews > 0 || coins >= PRICES.crew
  const crew: CardButton = { text: messages.useCrew(crews), isMain: true, onPress: card.onCrew }
  const clear: CardButton = { text: messages.useClear(PRICES.clear), isMain: !canHire, onPress: card.onClear }
  return showCard({
    kind: 'full',
    title: messages.full,
    content: [
      townRow(town),
      paragraph(messages.fullFamilies(countFamilies(town))),
      paragraph(messages.fullHelp, 'quiet'),
    ],
    buttons: [
      ...(canHire ? [crew] : []),
      ...(coins >= PRICES.clear ? [clear] : []),
      { text: messages.newTown, onPress: card.onNewTown },
      { text: messages.openShop, onPress: card.onShop },
    ],
  })
}

/** @param passNumber  Resolves to undefined where no hub confirms the player. */
export function passLine(passNumber: Promise<string | undefined>, messages: Messages): HTMLElement {
  const line = paragraph('', 'quiet')
  void passNumber.then((number) => {
    line.textContent = number === undefined ? '' : messages.townPass(number)
  })
  return line
}

export const rules = (messages: Messages): HTMLElement =>
  howTo(messages.howTo, lines(messages.howToLines, [IMAGE_URLS[3], IMAGE_URLS[4], crane, coin]))
