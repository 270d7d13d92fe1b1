import { tabStore } from '../../lib/browser/storage.ts'
import { addressInLanguage, languageOfPath } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/texts.ts'

const key = 'playhub-return-to'
const signInScreens = /^\/(session|auth)(\/|$)/

/** Whether an address is a place of ours that one may be brought back to: a path, and not a sign-in screen. */
function isReturnAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !signInScreens.test(address)
}

let isFirstScreen = true

/**
 * Notes the page that leads to signing in. A loader runs while the browser still shows the page being left, so the
 * address bar names it; only a screen that came as a document of its own has to look at its referrer.
 */
export function rememberWhereFrom(): void {
  const { pathname, search, origin } = window.location
  const here = pathname + search
  if (isReturnAddress(here)) rememberReturnTo(here)
  else if (isFirstScreen) rememberReturnTo(pathOfReferrer(document.referrer, origin))
  isFirstScreen = false
}

/** The path of a page of ours; nothing for anybody else's. */
export function pathOfReferrer(referrer: string, origin: string): string {
  return referrer.startsWith(`${origin}/`) ? referrer.slice(origin.length) : ''
}

export function rememberReturnTo(address: string): void {
  if (isReturnAddress(address)) tabStore.set(key, address)
}

/** Where the player came from, in the language they read now; else the catalogue. */
export function returnAddress(): string {
  const language = currentLanguage()
  const stored = tabStore.get(key)
  if (!stored || !isReturnAddress(stored)) return `/games/${language}/`
  const { pathname, search } = new URL(stored, 'http://hub')
  return languageOfPath(pathname) ? addressInLanguage(pathname, search, language) : stored
}

export function forgetReturnAddress(): void {
  tabStore.remove(key)
}
