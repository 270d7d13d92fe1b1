import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import { test as base, expect, onTestFinished } from 'vitest'
import { filePaid, startGameServer } from '../../../test/support/payments/game-server.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const test = postgresPrograms() ? base : skipped<typeof base>('PostgreSQL is not installed')

test('a delivery that cannot be recorded, while the next one waits for its answer, does not end the process', async () => {
  const unhandled: unknown[] = []
  const collect = (error: unknown) => void unhandled.push(error)
  process.on('unhandledRejection', collect)
  onTestFinished(() => void process.off('unhandledRejection', collect))

  const database = await startPostgres()
  const game = await startGameServer()
  const hub = await startTestHub({ env: game.env, databaseUrl: database.url })
  game.respondWith(async () => {
    if (game.received.length !== 2) return { status: 200 }
    await database.stop()
    await expect.poll(() => hub.logs()).toContain('The database does not answer')
    await database.start()
    return { status: 200 }
  })
  const ids = [await filePaid(hub, 'anna'), await filePaid(hub, 'anna')]
  // Fails with the database, like a worker before it waits.
  await hub.runDueJobs().catch(() => {})
  expect(unhandled).toEqual([])
  await expect.poll(async () => (await fetch(`${hub.url}/readyz`)).status).toBe(200)
  await hub.passTime(MINUTE_MS)
  expect(new Set(game.accepted.map(({ id }) => id))).toEqual(new Set(ids))
  const { db } = hub.context
  expect(await db.selectFrom('webhooks').select('state').execute()).toEqual(
    Array(2).fill({ state: 'delivered' }),
  )
})
