import { byId } from '../../kit/hud/dom.ts'
import type { Bag } from '../shop/grants.ts'
import type { Texts } from '../texts/index.ts'

function showTool(id: string, count: number, label: string): void {
  const button = byId(id)
  const badge = button.querySelector('b')
  const name = button.querySelector('.unseen')
  button.classList.toggle('is-empty', count === 0)
  if (name) name.textContent = label
  if (badge) badge.textContent = count > 0 ? String(count) : '+'
}

/** Writes what is in the bag on the helpers' buttons; an empty one leads to the shop. */
export function showTools(bag: Bag, texts: Texts): void {
  showTool('use-hint', bag.hints, texts.hintLabel(bag.hints))
  showTool('use-bomb', bag.bombs, texts.bombLabel(bag.bombs))
  showTool('use-moves', bag.movePacks, texts.moreMovesLabel(bag.movePacks))
}

export function showSoundState(isOn: boolean, texts: Texts): void {
  const button = byId('sound')
  button.setAttribute('aria-label', isOn ? texts.soundOn : texts.soundOff)
  button.classList.toggle('is-off', !isOn)
}
