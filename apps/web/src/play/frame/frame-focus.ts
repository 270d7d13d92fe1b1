/** Gives the keyboard to the running game. */
export function focusGame(): void {
  document.getElementById('game-frame')?.focus()
}

/**
 * Whether the player has moved the focus to a control of the page. The focus on a heading or on nothing is left over from
 * a navigation.
 */
export function isControlFocused(): boolean {
  return document.activeElement?.matches('a, button, input, select, textarea, summary') ?? false
}
