import { restoreCardFocus } from './hud/card.ts'

/**
 * Keeps the keyboard on the open card, or on the game. Elements cannot take the focus while the hub loads or covers the
 * game, because its frame is inert.
 */
export function keepFocus(focusGame: () => void): void {
  const restore = () => {
    if (!restoreCardFocus() && document.activeElement === document.body) focusGame()
  }
  addEventListener('focus', restore)
  addEventListener('keydown', (event) => passFirstKey(event, restore), { capture: true })
}

/**
 * WebKit lets no script in a cross-origin frame move the focus before the player's first key, so `body` gets this key.
 * It moves the focus and acts where the focus is then.
 */
function passFirstKey(event: KeyboardEvent, restore: () => void): void {
  if (event.target !== document.body || event.key === 'Tab') return
  restore()
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || focused === document.body) return
  if (focused.matches('button') && ['Enter', ' '].includes(event.key)) {
    event.preventDefault()
    focused.click()
    return
  }
  event.stopImmediatePropagation()
  if (!focused.dispatchEvent(new KeyboardEvent('keydown', event))) event.preventDefault()
}
