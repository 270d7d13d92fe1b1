import type { LoggedIn } from '@playhub/contract'
import { localStore, tabStore } from '../../lib/browser/storage.ts'
import type { OAuthFlow } from './flow.ts'

/** A login that waits for the player's consent: the flow of a new account, or a login to an existing one. */
export type HeldLogin = { flow: OAuthFlow } | { login: LoggedIn }

export const consentPath = '/session/consent'
const key = 'playhub-held-login'

/** In place of what this tab has held. Outlives the tab: the server keeps the result of the flow for some minutes. */
export function holdFlow(flow: OAuthFlow): void {
  tabStore.remove(key)
  localStore.set(key, JSON.stringify({ flow }))
}

export function holdLogin(login: LoggedIn): void {
  tabStore.set(key, JSON.stringify({ login }))
}

export function readHeldLogin(): HeldLogin | null {
  try {
    return JSON.parse(tabStore.get(key) ?? localStore.get(key) ?? 'null')
  } catch {
    return null
  }
}

export function forgetHeldLogin(): void {
  tabStore.remove(key)
  localStore.remove(key)
}
