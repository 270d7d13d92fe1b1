import { byId } from '../../kit/hud/dom.ts'
import { type Play, PRICES } from '../core/play.ts'
import type { Texts } from '../texts/index.ts'

function showTool(id: string, badge: string, label: string, isDear: boolean): void {
  const button = byId(id)
  const [number, name] = [button.querySelector('b'), button.querySelector('.unseen')]
  if (number) number.textContent = badge
  if (name) name.textContent = label
  button.classList.toggle('is-dear', isDear)
}

/** Writes prices and crews on the tools' buttons. */
export function showTools({ coins, crews }: Play, texts: Texts): void {
  showTool('use-crane', String(PRICES.crane), texts.craneLabel(PRICES.crane), coins < PRICES.crane)
  showTool('use-clear', String(PRICES.clear), texts.clearLabel(PRICES.clear), coins < PRICES.clear)
  const crewBadge = crews > 0 ? `×${crews}` : String(PRICES.crew)
  showTool('use-crew', crewBadge, texts.crewLabel(crews, PRICES.crew), crews === 0 && coins < PRICES.crew)
}

export function showSoundState(isOn: boolean, texts: Texts): void {
  const button = byId('sound')
  button.setAttribute('aria-label', isOn ? texts.soundOn : texts.soundOff)
  button.classList.toggle('is-off', !isOn)
}

/** Says what to choose now, with a way out; null takes the words away. */
export function showAim(words: string | null): void {
  const place = byId('aim')
  place.hidden = words === null
  const text = place.querySelector('span')
  if (text) text.textContent = words
}
