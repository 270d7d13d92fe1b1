/** The hub of the sign-in tests: what ends a sign-in, without its screens, driven through `window.hub`. */
import { adoptClientConfig, clientConfig } from '../../lib/client-config.ts'
import { rememberHost } from '../../lib/embedding.ts'
import { adoptAddress, readHubContext } from '../../lib/hub-context.ts'
import { provideNavigate } from '../../lib/navigation.ts'
import { currentPlayer } from '../../lib/player.ts'
import { openPopup } from '../../lib/popup.ts'
import { localStore } from '../../lib/storage.ts'
import { browserTexts, loadTexts, switchLanguage } from '../../lib/texts.ts'
import { handleUnauthorized } from '../../lib/unauthorized.ts'
import { continueAsGuest, failSignIn, finishSignIn } from '../finish-sign-in.ts'
import { addressOfNewSession } from '../hub-session.ts'
import { rememberReturnTo } from '../return-to.ts'

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

adoptClientConfig({ ...clientConfig(), tenant: 'playhub' })
rememberHost()
adoptAddress(new URL(location.href))
provideNavigate((to) => visited.push(to))
await switchLanguage('en')
await loadTexts('accounts')
Object.assign(window, { hub })
