import { showCard } from '../../kit/hud/card.ts'
import { element, image, paragraph } from '../../kit/hud/dom.ts'
import { howTo } from '../../kit/hud/pause-card.ts'
import logo from '../assets/logo.svg'
import type { Messages } from '../messages/en.ts'

export const rules = (messages: Messages): HTMLElement =>
  howTo(
    messages.howTo,
    element('ul', {}, ...messages.howToLines.map((line) => element('li', { textContent: line }))),
  )

export function showIntro(
  mostChips: number,
  messages: Messages,
  onPlay: () => void,
  onShop: () => void,
): void {
  showCard({
    kind: 'intro',
    title: messages.title,
    content: [
      image(logo, 'intro-picture'),
      paragraph(messages.tagline),
      paragraph(messages.yourBest(mostChips), 'quiet'),
      rules(messages),
    ],
    buttons: [
      { text: messages.play, isMain: true, onPress: onPlay },
      { text: messages.shop, onPress: onShop },
    ],
  })
}
