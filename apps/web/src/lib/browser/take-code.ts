declare global {
  /** `project code` from the URL when storage is blocked. */
  var playhubOfferCode: string | undefined
}

/** A price list or a game's page. */
const shopPath = /^\/(?:prices|games\/[^/]+)\/([^/]+)\/?$/

/**
 * Removes an offer's code from the address of a page with a shop.
 * @returns the project, a space and the code; undefined without one
 */
export function takeCode({ pathname, searchParams }: URL): string | undefined {
  const project = shopPath.exec(pathname)?.[1]
  const code = searchParams.get('code')
  if (!project || code === null) return
  searchParams.delete('code')
  return `${project} ${code}`
}

/** Moves an offer's code from the address bar to session storage, so no later page or referrer names it. */
export function takeCodeFromUrl(): void {
  const url = new URL(location.href)
  const stored = takeCode(url)
  if (!stored) return
  history.replaceState(history.state, '', url)
  try {
    sessionStorage.setItem('playhub-offer-code', stored)
  } catch {
    globalThis.playhubOfferCode = stored
  }
}
