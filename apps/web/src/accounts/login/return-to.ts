import { tabStore } from '../../lib/browser/storage.ts'
import { getPlayerPagePath, type PlayerPage, requestedPage } from './player-pages.ts'
import { clearReturnAddress, returnAddress, saveReferrer, saveReturnAddress } from './return-address.ts'

const requestedKey = 'playhub-requested-page'

let isFirstScreen = true

/**
 * Saves the page that led to a login screen, and the page that its URL asks for. The former is still in the
 * address bar while the loader runs, except on the tab's first page, which has it in the referrer.
 */
export function saveReferringPage(requested: PlayerPage | null): void {
  const { pathname, search, origin } = window.location
  if (saveReturnAddress(pathname + search)) tabStore.remove(requestedKey)
  else if (isFirstScreen) saveReferrer(document.referrer, origin)
  if (requested) tabStore.set(requestedKey, requested)
  isFirstScreen = false
}

/** Where a player continues after the sign-in: at the page that they asked for, else where they came from. */
export function addressAfterLogin(): string {
  const requested = tabStore.get(requestedKey)
  const page = requestedPage(`?next=${requested ?? ''}`)
  return page ? getPlayerPagePath(page) : returnAddress()
}

export function forgetReferringPage(): void {
  clearReturnAddress()
  tabStore.remove(requestedKey)
}
