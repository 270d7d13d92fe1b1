/** A page for login tests: exposes the functions for ending a login as `window.hub`, without screens. */

import { completeLogin, continueAsGuest, failLogin } from '../../src/accounts/login/complete-login.ts'
import { createHubSession } from '../../src/accounts/login/hub-session.ts'
import { saveReturnUrl } from '../../src/accounts/login/return-url.ts'
import { handleUnauthorized } from '../../src/accounts/unauthorized.ts'
import { provideNavigate } from '../../src/lib/browser/navigation.ts'
import { openPopup } from '../../src/lib/browser/popup.ts'
import { localStore } from '../../src/lib/browser/storage.ts'
import { clientConfig, setClientConfig } from '../../src/lib/context/client-config.ts'
import { readHubContext, saveContextFromUrl } from '../../src/lib/context/hub-context.ts'
import { saveHostOrigin } from '../../src/lib/embedding/embedding.ts'
import { browserMessages, loadMessages, switchLanguage } from '../../src/lib/language/messages.ts'
import { currentPlayer } from '../../src/lib/player/player.ts'

/** URLs visited by the hub. */
const visited: string[] = []

const hub = {
  visited,
  continueAsGuest,
  failLogin,
  completeLogin,
  handleUnauthorized,
  saveReturnUrl,
  readHubContext,
  currentPlayer,
  openPopup,
  switchLanguage,
  loadMessages,
  text: (key: 'prices:title' | 'accounts:signedIn' | 'payments:title') => browserMessages().t(key),
  /** Reads through the store, because a frame may have no access to browser storage. */
  stored: (key: string) => localStore.get(key),
  store: (key: string, value: string) => localStore.set(key, value),
  createHubSession: (url: string) => createHubSession(new URL(url, location.origin)),
}
export type TestHub = typeof hub

setClientConfig({ ...clientConfig(), tenant: 'playhub' })
saveHostOrigin()
saveContextFromUrl(new URL(location.href))
provideNavigate((to) => visited.push(to))
await switchLanguage('en')
await loadMessages('accounts')
Object.assign(window, { hub })
