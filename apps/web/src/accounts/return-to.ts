import { addressInLanguage, languageOfPath } from '../lib/language.ts'
import { tabStore } from '../lib/storage.ts'
import { currentLanguage } from '../lib/texts.ts'

const key = 'playhub-return-to'
const signInScreens = /^\/(session|auth)(\/|$)/

/** Whether an address is a place of ours that one may be brought back to: a path, and not a sign-in screen. */
export function isReturnAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !signInScreens.test(address)
}

/**
 * Notes the page that leads to signing in. A loader runs while the browser still shows the page being left, so the
 * address bar names it; a sign-in screen opened by itself leads from nowhere.
 */
export function rememberWhereFrom(here: Pick<Location, 'pathname' | 'search'> = window.location): void {
  rememberReturnTo(here.pathname + here.search)
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
