import { tabStore } from '../../lib/browser/storage.ts'
import { getPlayerPagePath, type PlayerPage, requestedPage } from './player-pages.ts'
import { clearReturnUrl, returnUrl, saveReferrer, saveReturnUrl } from './return-url.ts'

const requestedKey = 'playhub-requested-page'

let isFirstScreen = true

/**
 * Saves the page before a login screen, and the page named by its URL. The former is still in the address bar while the
 * loader runs, except on the tab's first page, which has it in the referrer.
 */
export function saveReferringPage(requested: PlayerPage | null): void {
  const { pathname, search, origin } = window.location
  if (saveReturnUrl(pathname + search)) tabStore.remove(requestedKey)
  else if (isFirstScreen) saveReferrer(document.referrer, origin)
  if (requested) tabStore.set(requestedKey, requested)
  isFirstScreen = false
}

/** The player's page after the login: the requested one, else the one before. */
export function urlAfterLogin(): string {
  const requested = tabStore.get(requestedKey)
  const page = requestedPage(`?next=${requested ?? ''}`)
  return page ? getPlayerPagePath(page) : returnUrl()
}

export function forgetReferringPage(): void {
  clearReturnUrl()
  tabStore.remove(requestedKey)
}
