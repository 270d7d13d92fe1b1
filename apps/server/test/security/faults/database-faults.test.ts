/**
 * Database faults while players order; more are in the long form. Lost connections are in
 * `platform/database/outages.test.ts`.
 */

import { postgresPrograms, readPostgresIds, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import { mountSmallDisk } from '@playhub/test-kit/small-disk'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { transact } from '../../../src/platform/database/database.ts'
import { test as base } from '../../support/hub-test.ts'
import { hints } from '../../support/payments/stripe-checkout.ts'
import { startTestHub, type TestHub } from '../../support/test-hub.ts'
import { lockSqlite, setReadOnly, startHubBehindProxy } from './faulty-database.ts'
import { surviveFault, trafficEnv } from './traffic.ts'

const isPostgres = process.env.TEST_DIALECT === 'postgres'
const hasServer = isPostgres && postgresPrograms() !== undefined
const whyNot = isPostgres ? 'PostgreSQL is not installed' : 'it is about PostgreSQL'
const onPostgres = hasServer ? base : skipped<typeof base>(whyNot)
const onSqlite = isPostgres ? skipped<typeof base>('it is about SQLite') : base

// One hub for both: a PostgreSQL server takes seconds to start.
onPostgres('a network that is silent for a while, and then a read-only PostgreSQL', async () => {
  const { server, proxy, hub } = await startHubBehindProxy()
  await surviveFault(hub, {
    begin: () => proxy.hold(),
    end: () => proxy.pass(),
    refuses: false,
  })
  const player = await hub.logIn()
  await surviveFault(hub, {
    async begin() {
      await setReadOnly(server, 'on')
      await hub.callOk('GET /me', { as: player })
    },
    end: () => setReadOnly(server, 'off'),
  })
  expectLoggedOnce(hub)
})

onPostgres(
  'while PostgreSQL has no disk space left, players read and their orders are refused',
  async ({ skip }) => {
    const disk = mountSmallDisk(32, await readPostgresIds())
    if (!disk) return skip('No file system can be mounted here')
    const server = await startPostgres()
    await server.run(`create tablespace small location '${disk.dir}'`)
    await server.run('alter database postgres set default_tablespace = small')
    const hub = await startTestHub({ databaseUrl: server.url, jobs: 'running', env: trafficEnv })
    await surviveFault(hub, { begin: () => disk.fill(), end: () => disk.free() })
    expectLoggedOnce(hub)
  },
)

const inTransaction = (hub: TestHub, pragma: string) =>
  transact(hub.context.db, (tx) => sql.raw(`pragma ${pragma}`).execute(tx))

onSqlite('while the disk is full, players read and their orders are refused', async () => {
  const hub = await startTestHub({ jobs: 'running', env: trafficEnv })
  await surviveFault(hub, {
    begin: async () => void (await inTransaction(hub, 'max_page_count = 1')),
    end: async () => void (await inTransaction(hub, 'max_page_count = 1000000')),
  })
})

onSqlite('while another process writes, orders wait and the hub goes on reading', async () => {
  const hub = await startTestHub({ jobs: 'running', env: trafficEnv })
  const player = await hub.logIn()
  const lock = await lockSqlite(hub)
  let order: Promise<unknown> | undefined
  await surviveFault(hub, {
    async begin() {
      await lock.begin()
      order = hub.callOk('POST /payments/create', { as: player, body: { itemId: hints } })
      // A read waiting for the lock would be refused.
      for (let times = 0; times < 20; times++) await hub.callOk('GET /me', { as: player })
      expect(await Promise.race([order, Promise.resolve('waits')])).toBe('waits')
    },
    end: () => lock.end(),
    refuses: false,
  })
  await order
})

function expectLoggedOnce(hub: TestHub): void {
  expect(hub.logs().match(/The database cannot write/g)).toHaveLength(1)
}
