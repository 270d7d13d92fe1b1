import { byId } from '../../kit/hud/dom.ts'
import type { Bag } from '../shop/grants.ts'
import type { Texts } from '../texts/index.ts'

/** Writes what is in the bag on the shield's button; an empty one leads to the shop. */
export function showTools({ shields }: Bag, texts: Texts): void {
  const button = byId('shield')
  const badge = button.querySelector('b')
  const name = button.querySelector('.unseen')
  button.classList.toggle('is-empty', shields === 0)
  if (name) name.textContent = texts.shieldLabel(shields)
  if (badge) badge.textContent = shields > 0 ? String(shields) : '+'
}

export function showSoundState(isOn: boolean, texts: Texts): void {
  const button = byId('sound')
  button.setAttribute('aria-label', isOn ? texts.soundOn : texts.soundOff)
  button.classList.toggle('is-off', !isOn)
}

const BANNER_MS = 2000
let bannerEnd: ReturnType<typeof setTimeout> | undefined

/** Large words that pass over the arena; screen readers hear the announcer instead. */
export function showBanner(words: string, isBoss: boolean): void {
  const banner = byId('banner')
  banner.hidden = true
  banner.textContent = words
  banner.classList.toggle('is-boss', isBoss)
  void banner.offsetWidth // lets the same animation begin anew
  banner.hidden = false
  clearTimeout(bannerEnd)
  bannerEnd = setTimeout(() => {
    banner.hidden = true
  }, BANNER_MS)
}
