import { tabStore } from '../../lib/browser/storage.ts'
import { addressInLanguage, parsePathLanguage } from '../../lib/language/language.ts'
import { currentLanguage } from '../../lib/language/texts.ts'

const key = 'playhub-return-to'
const loginScreens = /^\/(session|auth)(\/|$)/

/** Saves a path within the hub that is not a login screen. @returns  whether it is one */
export function saveReturnAddress(address: string): boolean {
  const isUsable = isReturnAddress(address)
  if (isUsable) tabStore.set(key, address)
  return isUsable
}

/** Saves the path of a referrer within the hub. */
export function saveReferrer(referrer: string, origin: string): void {
  if (referrer.startsWith(`${origin}/`)) saveReturnAddress(referrer.slice(origin.length))
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
}

function isReturnAddress(address: string): boolean {
  return /^\/(?![/\\])/.test(address) && !loginScreens.test(address)
}
