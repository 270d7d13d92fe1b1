import { tabStore } from '../../lib/browser/storage.ts'
import { addressInLanguage, parsePathLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/texts.ts'
import { getPlayerPagePath, type PlayerPage, requestedPage } from './player-pages.ts'

const key = 'playhub-return-to'
const loginScreens = /^\/(session|auth)(\/|$)/

/** True for a path within the hub that is not a login screen. */
function isReturnAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !loginScreens.test(address)
}

const requestedKey = 'playhub-requested-page'

let isFirstScreen = true

/**
 * Saves the page that led to a login screen, and the page that its URL asks for. The former is still in the
 * address bar while the loader runs, except on the tab's first page, which has it in the referrer.
 */
export function saveReferringPage(requested: PlayerPage | null): void {
  const { pathname, search, origin } = window.location
  const here = pathname + search
  if (isReturnAddress(here)) {
    saveReturnAddress(here)
    tabStore.remove(requestedKey)
  } else if (isFirstScreen) saveReturnAddress(parseReferrerPath(document.referrer, origin))
  if (requested) tabStore.set(requestedKey, requested)
  isFirstScreen = false
}

/** Where a player continues after the sign-in: at the page that they asked for, else where they came from. */
export function addressAfterLogin(): string {
  const requested = tabStore.get(requestedKey)
  const page = requestedPage(`?next=${requested ?? ''}`)
  return page ? getPlayerPagePath(page) : returnAddress()
}

/** The path in a referrer within the hub; empty for other origins. */
export function parseReferrerPath(referrer: string, origin: string): string {
  return referrer.startsWith(`${origin}/`) ? referrer.slice(origin.length) : ''
}

export function saveReturnAddress(address: string): void {
  if (isReturnAddress(address)) tabStore.set(key, address)
}

/** The saved address in the current language; by default the catalogue. */
export function returnAddress(): string {
  const language = currentLanguage()
  const stored = tabStore.get(key)
  if (!stored || !isReturnAddress(stored)) return `/games/${language}/`
  const { pathname, search } = new URL(stored, 'http://hub')
  return parsePathLanguage(pathname) ? addressInLanguage(pathname, search, language) : stored
}

export function clearReturnAddress(): void {
  tabStore.remove(key)
  tabStore.remove(requestedKey)
}
