/** Gives the keyboard to the running game. */
export function focusGame(): void {
  document.getElementById('game-frame')?.focus()
}

/**
 * True when the player has moved the focus to a control on the page. The focus on a heading or on nothing is
 * left over from a navigation.
 */
export function isControlFocused(): boolean {
  return document.activeElement?.matches('a, button, input, select, textarea, summary') ?? false
}
