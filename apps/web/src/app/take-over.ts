/** What is the same control in two pages: the tag and the words. */
function likeOf<T extends Element>(control: T): T | undefined {
  const alike = document.querySelectorAll<T & HTMLElement>(control.tagName)
  return [...alike].find(({ textContent }) => textContent === control.textContent)
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
      const summary = menu.querySelector('summary')
      const next = menu.open && !menu.isConnected && summary && likeOf(summary)
      if (next && next.parentElement instanceof HTMLDetailsElement) {
        next.parentElement.open = true
        next.focus()
      }
    }
    if (pressed) (pressed.isConnected ? pressed : likeOf(pressed))?.click()
  }
}
