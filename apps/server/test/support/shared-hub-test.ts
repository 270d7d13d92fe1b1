import { test as base } from 'vitest'
import { type HubOptions, startTestHub } from './test-hub.ts'

/**
 * Like `test` in `hub-test.ts`, with one hub for all tests of a file: starting one takes as long as a short test. A test
 * that counts all players or orders, or that is about a hub's first minutes, needs its own.
 *
 * ```ts
 * import { test } from './shared-hub-test.ts'
 *
 * test('a player has no purchases at first', async ({ hub, player }) => { … })
 * ```
 */
export const test = base
  .extend('hubOptions', { scope: 'file' }, (): HubOptions => ({}))
  .extend('hub', { scope: 'file' }, ({ hubOptions }, { onCleanup }) =>
    startTestHub({ ...hubOptions, onCleanup }),
  )
  /** The test's own player, logged in. */
  .extend('player', ({ hub }) => hub.logIn())
