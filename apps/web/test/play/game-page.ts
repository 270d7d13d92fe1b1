/** The game in the browser tests: exposes the SDK and all received window messages on `window`. */
import * as sdk from '@playhub/game-sdk'

const messages: { origin: string; data: { type?: string } }[] = []
window.addEventListener('message', ({ origin, data }) => messages.push({ origin, data }))

Object.assign(window, { sdk, messages })
export type TestSdk = typeof sdk
export type ReceivedMessages = typeof messages
