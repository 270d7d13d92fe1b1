/** Upgrades two hubs from the previous version and rolls them back, as `docs/operate/upgrade.md` says, while players buy. */
import type { Order, PaymentState } from '@playhub/contract'
import { expect, onTestFinished, test } from 'vitest'
import {
  type PostgresServer,
  postgresPrograms,
  runStatement,
  startPostgres,
} from '../../../../apps/server/src/testing/postgres-server.ts'
import { type ApiPlayer, call, register } from '../../environment/api.ts'
import { root, startEnvironment, type TestEnvironment, waitUntil } from '../../environment/environment.ts'
import { unpackPreviousVersion } from '../../environment/previous-version.ts'

const timeoutMs = 300_000
const ordersOfHub = 5

async function startPreviousVersion(skip: (reason: string) => never) {
  if (!postgresPrograms()) skip('PostgreSQL cannot be installed here')
  const previous = unpackPreviousVersion() ?? skip('There is no git history')
  const cleanups: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  const database = await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })
  const environment = await startEnvironment({ DATABASE_URL: database.url }, 2, previous)
  cleanups.push(environment.close)
  return { previous, database, environment, player: await register(environment) }
}

test('two versions sell on one database during an upgrade and a rollback', {
  timeout: timeoutMs,
}, async (context) => {
  const { previous, database, environment, player } = await startPreviousVersion(context.skip)
  const before = await migrationsOf(database)
  const sold = await sellOnEachHub(environment, player)
  const steps: [number, string][] = [
    [0, root],
    [1, root],
    [0, previous],
    [1, previous],
  ]
  for (const [index, folder] of steps) {
    // The other hub sells meanwhile.
    const selling = sell(environment, 1 - index, player)
    expect(await environment.stopHub(index)).toBe(0)
    await environment.startHub(index, folder)
    sold.push(...(await selling), ...(await sellOnEachHub(environment, player)))
  }
  expect((await migrationsOf(database)).length).toBeGreaterThan(before.length)
  await expectEachPaidOnce(database, player, sold)
})

test('the previous version sells during a migration that is interrupted, and the next start repeats it', {
  timeout: timeoutMs,
}, async (context) => {
  const { database, environment, player } = await startPreviousVersion(context.skip)
  const before = await migrationsOf(database)
  await environment.stopHub(1)
  // The migration runs, but cannot be recorded.
  const lock = runStatement(
    database.url,
    'do $$ begin lock table kysely_migration in share mode; perform pg_sleep(600); end $$',
  ).catch(() => {})
  const starting = environment.startHub(1).catch(() => {})
  await waitUntil(async () => {
    const waiting = await runStatement(
      database.url,
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into "kysely_migration"%'`,
    )
    return waiting.length > 0 || undefined
  }, 'the migration')
  const sold = await sell(environment, 0, player)
  await environment.killHub(1)
  await starting
  await runStatement(
    database.url,
    `select pg_cancel_backend(pid) from pg_stat_activity where query like 'do $$ begin lock table%'`,
  )
  await lock
  expect(await migrationsOf(database)).toEqual(before)

  await environment.startHub(1)
  expect((await migrationsOf(database)).length).toBeGreaterThan(before.length)
  sold.push(...(await sellOnEachHub(environment, player)))
  await expectEachPaidOnce(database, player, sold)
})

async function sellOnEachHub(environment: TestEnvironment, player: ApiPlayer): Promise<string[]> {
  const sold = await Promise.all([0, 1].map((index) => sell(environment, index, player)))
  return sold.flat()
}

/** @returns  the ids of paid orders */
async function sell(environment: TestEnvironment, index: number, { jwt }: ApiPlayer): Promise<string[]> {
  const hub = { hubUrl: environment.hubUrls[index] as string }
  const sold: string[] = []
  while (sold.length < ordersOfHub) {
    const { id } = await call<Order>(hub, 'POST', '/payments/create', {
      jwt,
      body: { itemId: 'islandm3-hints' },
    })
    await call(hub, 'GET', `/payments/stripe/create/${id}`, { jwt })
    await environment.decidePayment(id, 'succeed')
    await waitUntil(async () => {
      const { status } = await call<PaymentState>(hub, 'GET', `/payments/get/${id}`, { jwt })
      return status === 'paid' || undefined
    }, `the payment of ${id}`)
    sold.push(id)
  }
  return sold
}

async function migrationsOf({ url }: PostgresServer): Promise<string[]> {
  const rows = await runStatement<{ name: string }>(url, 'select name from kysely_migration order by name')
  return rows.map(({ name }) => name)
}

async function expectEachPaidOnce(
  { url }: PostgresServer,
  { userId }: ApiPlayer,
  sold: string[],
): Promise<void> {
  const rows = await runStatement<{ id: string; status: string; purchases: number }>(
    url,
    `select id, status, (select count(*)::int from purchases where order_id = orders.id) as purchases
     from orders where player_id = '${userId}' order by id`,
  )
  expect(rows).toEqual(sold.toSorted().map((id) => ({ id, status: 'paid', purchases: 1 })))
}
