/** The hub of the sign-in tests: what ends a sign-in, without its screens, driven through `window.hub`. */

import { provideNavigate } from '../../lib/browser/navigation.ts'
import { openPopup } from '../../lib/browser/popup.ts'
import { localStore } from '../../lib/browser/storage.ts'
import { clientConfig, setClientConfig } from '../../lib/context/client-config.ts'
import { readHubContext, saveContextFromUrl } from '../../lib/context/hub-context.ts'
import { saveHostOrigin } from '../../lib/embedding/embedding.ts'
import { browserTexts, loadTexts, switchLanguage } from '../../lib/language/texts.ts'
import { currentPlayer } from '../../lib/player/player.ts'
import { continueAsGuest, failSignIn, finishSignIn } from '../sign-in/finish-sign-in.ts'
import { addressOfNewSession } from '../sign-in/hub-session.ts'
import { rememberReturnTo } from '../sign-in/return-to.ts'
import { handleUnauthorized } from '../unauthorized.ts'

/** Where the hub wanted to go within itself. */
const visited: string[] = []

const hub = {
  visited,
  continueAsGuest,
  failSignIn,
  finishSignIn,
  handleUnauthorized,
  rememberReturnTo,
  readHubContext,
  currentPlayer,
  openPopup,
  switchLanguage,
  loadTexts,
  words: (key: string) => browserTexts().t(key as 'close'),
  /** A frame may have no storage of the browser's. */
  stored: (key: string) => localStore.get(key),
  store: (key: string, value: string) => localStore.set(key, value),
  addressOfNewSession: (address: string) => addressOfNewSession(new URL(address, location.origin)),
}
export type TestHub = typeof hub

setClientConfig({ ...clientConfig(), tenant: 'playhub' })
saveHostOrigin()
saveContextFromUrl(new URL(location.href))
provideNavigate((to) => visited.push(to))
await switchLanguage('en')
await loadTexts('accounts')
Object.assign(window, { hub })
