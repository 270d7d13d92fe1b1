import { tabStore } from '../../lib/browser/storage.ts'
import { parsePathLanguage, urlInLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/messages.ts'

const key = 'playhub-return-to'
const loginScreens = /^\/(session|auth)(\/|$)/

/** Saves a path within the hub, unless it is a login screen. @returns  whether it is one */
export function saveReturnUrl(url: string): boolean {
  const isUsable = isReturnUrl(url)
  if (isUsable) tabStore.set(key, url)
  return isUsable
}

/** Saves the path of a referrer within the hub. */
export function saveReferrer(referrer: string, origin: string): void {
  if (referrer.startsWith(`${origin}/`)) saveReturnUrl(referrer.slice(origin.length))
}

/** The saved address in the current language; by default the catalogue. */
export function returnUrl(): string {
  const language = currentLanguage()
  const stored = tabStore.get(key)
  if (!stored || !isReturnUrl(stored)) return `/games/${language}/`
  const { pathname, search } = new URL(stored, 'http://hub')
  return parsePathLanguage(pathname) ? urlInLanguage(pathname, search, language) : stored
}

export function clearReturnUrl(): void {
  tabStore.remove(key)
}

function isReturnUrl(url: string): boolean {
  return /^\/(?![/\\])/.test(url) && !loginScreens.test(url)
}
