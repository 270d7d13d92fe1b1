import { tabStore } from './storage.ts'

/** `take-code.ts` stores the code of a followed link under it, without sharing a chunk with the client. */
const KEY = 'playhub-offer-code'

/** The code of a followed link, or one entered before a login, for a project. It stays in this tab. */
export function readOfferCode(project: string): string | null {
  const stored = globalThis.playhubOfferCode ?? tabStore.get(KEY) ?? ''
  const space = stored.indexOf(' ')
  return (stored.slice(0, space) === project && stored.slice(space + 1).trim()) || null
}

/** @param code  Null forgets it. */
export function saveOfferCode(project: string, code: string | null): void {
  globalThis.playhubOfferCode = undefined
  if (code === null) tabStore.remove(KEY)
  else tabStore.set(KEY, `${project} ${code}`)
}
