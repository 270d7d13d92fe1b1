/** A page for login tests: exposes the functions that end a login as `window.hub`, without screens. */

import { completeLogin, continueAsGuest, failLogin } from '../../src/accounts/login/complete-login.ts'
import { createHubSession } from '../../src/accounts/login/hub-session.ts'
import { saveReturnAddress } from '../../src/accounts/login/return-address.ts'
import { handleUnauthorized } from '../../src/accounts/unauthorized.ts'
import { provideNavigate } from '../../src/lib/browser/navigation.ts'
import { openPopup } from '../../src/lib/browser/popup.ts'
import { localStore } from '../../src/lib/browser/storage.ts'
import { clientConfig, setClientConfig } from '../../src/lib/context/client-config.ts'
import { readHubContext, saveContextFromUrl } from '../../src/lib/context/hub-context.ts'
import { saveHostOrigin } from '../../src/lib/embedding/embedding.ts'
import { browserTexts, loadTexts, switchLanguage } from '../../src/lib/language/texts.ts'
import { currentPlayer } from '../../src/lib/player/player.ts'

/** Addresses that the hub has navigated to. */
const visited: string[] = []

const hub = {
  visited,
  continueAsGuest,
  failLogin,
  completeLogin,
  handleUnauthorized,
  saveReturnAddress,
  readHubContext,
  currentPlayer,
  openPopup,
  switchLanguage,
  loadTexts,
  text: (key: 'prices:title' | 'accounts:signedIn' | 'payments:title') => browserTexts().t(key),
  /** Reads through the store, because a frame may have no access to browser storage. */
  stored: (key: string) => localStore.get(key),
  store: (key: string, value: string) => localStore.set(key, value),
  createHubSession: (address: string) => createHubSession(new URL(address, location.origin)),
}
export type TestHub = typeof hub

setClientConfig({ ...clientConfig(), tenant: 'playhub' })
saveHostOrigin()
saveContextFromUrl(new URL(location.href))
provideNavigate((to) => visited.push(to))
await switchLanguage('en')
await loadTexts('accounts')
Object.assign(window, { hub })
