const WIDTH = 520
const HEIGHT = 720

/** A window of ours in which somebody else asks the player something. */
export type Popup = { isClosed(): boolean; close(): void; focus(): void; goTo(address: string): void }

/**
 * Opens an empty window, at once, while the browser still knows that a press asked for it; its address follows.
 * @param name  Opened twice under one name, it is the same window.
 * @returns     null when the browser lets none open
 */
export function openPopup(name = '_blank'): Popup | null {
  const opened = window.open('about:blank', name, features())
  if (!opened) return null
  darken(opened)
  return {
    isClosed: () => opened.closed,
    close: () => opened.close(),
    focus: () => opened.focus(),
    goTo: (address) => opened.location.replace(new URL(address, window.location.origin)),
  }
}

/** Until somebody paints it, it is as dark as the reader's system. */
function darken(opened: Window): void {
  try {
    opened.document.documentElement.style.colorScheme = 'light dark'
  } catch {
    // A window of this name was open already, and shows somebody else's page.
  }
}

/** In the middle of the screen; a phone opens a tab instead. */
function features(): string {
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(top)}`
}
