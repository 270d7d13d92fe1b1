/**
 * Carries interactions over when React replaces the server's HTML: reopens open menus, and repeats a click.
 * @returns  Call it with the clicked control after hydration.
 */
export function recordInteractions(): (clicked: HTMLElement | undefined) => void {
  const menus = [...document.querySelectorAll('details')]
  return (clicked) => {
    for (const menu of menus) {
      if (!menu.open || menu.isConnected) continue
      const summary = menu.querySelector('summary')
      const counterpart = summary ? findCounterpart(summary) : undefined
      counterpart?.closest('details')?.setAttribute('open', '')
      counterpart?.focus()
    }
    if (clicked) (clicked.isConnected ? clicked : findCounterpart(clicked))?.click()
  }
}

/** The element with the same tag and text in the new page. */
function findCounterpart({ tagName, textContent }: HTMLElement): HTMLElement | undefined {
  const candidates = document.querySelectorAll<HTMLElement>(tagName)
  return [...candidates].find((element) => element.textContent === textContent)
}
