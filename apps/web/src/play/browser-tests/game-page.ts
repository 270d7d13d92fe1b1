/** The game of the browser tests: the whole SDK, and every window message it gets, on `window`. */
import * as sdk from '@playhub/game-sdk'

const letters: { origin: string; data: unknown }[] = []
window.addEventListener('message', ({ origin, data }) => letters.push({ origin, data }))

Object.assign(window, { sdk, letters })
export type TestSdk = typeof sdk
export type Letters = typeof letters
