import { showCard } from '../../kit/hud/card.ts'
import { element, image, paragraph } from '../../kit/hud/dom.ts'
import { howTo } from '../../kit/hud/pause-card.ts'
import logo from '../assets/logo.svg'
import type { Texts } from '../texts/en.ts'

export const rules = (texts: Texts): HTMLElement =>
  howTo(
    texts.howTo,
    element('ul', {}, ...texts.howToLines.map((line) => element('li', { textContent: line }))),
  )

export function showIntro(mostChips: number, texts: Texts, onPlay: () => void, onShop: () => void): void {
  showCard({
    kind: 'intro',
    title: texts.title,
    content: [
      image(logo, 'intro-picture'),
      paragraph(texts.tagline),
      paragraph(texts.yourBest(mostChips), 'quiet'),
      rules(texts),
    ],
    buttons: [
      { text: texts.play, isMain: true, onPress: onPlay },
      { text: texts.shop, onPress: onShop },
    ],
  })
}
