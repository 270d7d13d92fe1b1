const WIDTH = 520
const HEIGHT = 720

/** The hub's window for a provider's page. */
export type Popup = { isClosed(): boolean; close(): void; focus(): void; goTo(address: string): void }

/**
 * Opens an empty window synchronously, while the click's user activation lasts; the URL is set later.
 * @param name  A second call with the same name reuses the window.
 * @returns     Null when the browser blocks the popup.
 */
export function openPopup(name = '_blank'): Popup | null {
  const opened = window.open('about:blank', name, features())
  if (!opened) return null
  followColourScheme(opened)
  return {
    isClosed: () => opened.closed,
    close: () => opened.close(),
    focus: () => opened.focus(),
    goTo: (url) => opened.location.replace(new URL(url, window.location.origin)),
  }
}

/** Shows the blank page in the system's colour scheme instead of white. */
function followColourScheme(opened: Window): void {
  try {
    opened.document.documentElement.style.colorScheme = 'light dark'
  } catch {
    // A window with this name is already open and shows a cross-origin page.
  }
}

/** Centres the popup over the browser window. Phones open a tab instead. */
function features(): string {
  const left = Math.max(0, window.screenX + (window.outerWidth - WIDTH) / 2)
  const top = Math.max(0, window.screenY + (window.outerHeight - HEIGHT) / 2)
  return `popup,width=${WIDTH},height=${HEIGHT},left=${Math.round(left)},top=${Math.round(top)}`
}
