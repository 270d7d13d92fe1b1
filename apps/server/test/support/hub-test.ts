import { test as base } from 'vitest'
import { type HubOptions, startTestHub } from './test-hub.ts'

/**
 * Vitest's `test` with a running hub. A hub starts for each test that names `hub` or `player`, and stops after it.
 *
 * ```ts
 * import { expect } from 'vitest'
 * import { test } from './hub-test.ts'
 *
 * test('a player has no purchases at first', async ({ hub, player }) => {
 *   expect((await hub.callOk('GET /purchases', { as: player, query: {} })).data.result).toEqual([])
 * })
 *
 * // Options for some tests in a file. Do not call `test.override` at a file's top level: server tests share modules,
 * // so it would change other files' hubs, too.
 * const strict = test.extend('hubOptions', { env: { REQUESTS_PER_MINUTE: '30' }, now: '2031-06-01T00:00:00Z' })
 * strict('the 31st call within a minute is refused', async ({ hub }) => { … })
 *
 * // A file's own fixtures. Cases with fixtures are `test.for`; `test.each` passes no fixtures.
 * const payments = test.extend('checkout', ({ hub }) => createCheckout(hub))
 * payments.for(providers)('%s takes a payment', async (provider, { checkout, player }) => { … })
 * ```
 */
export const test = base
  .extend('hubOptions', (): HubOptions => ({}))
  .extend('hub', ({ hubOptions }) => startTestHub(hubOptions))
  /** A player with an account, logged in. */
  .extend('player', ({ hub }) => hub.logIn())
