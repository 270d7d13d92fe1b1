/** What is the same control in two pages: the tag and the words. */
function likeOf({ tagName, textContent }: HTMLElement): HTMLElement | undefined {
  const alike = document.querySelectorAll<HTMLElement>(tagName)
  return [...alike].find((other) => other.textContent === textContent)
}

/**
 * What the reader does to the page that the server sent is done to the one that takes its place: a menu that is open
 * stays so, and a press is repeated.
 * @returns what to call with the press once the other page hears presses
 */
export function watchServersPage(): (pressed: HTMLElement | undefined) => void {
  const menus = [...document.querySelectorAll('details')]
  return (pressed) => {
    for (const menu of menus) {
      if (!menu.open || menu.isConnected) continue
      const summary = menu.querySelector('summary')
      const like = summary ? likeOf(summary) : undefined
      like?.closest('details')?.setAttribute('open', '')
      like?.focus()
    }
    if (pressed) (pressed.isConnected ? pressed : likeOf(pressed))?.click()
  }
}
