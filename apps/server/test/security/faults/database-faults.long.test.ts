/** Longer faults than in `database-faults.test.ts`, several times each. */

import { postgresPrograms } from '@playhub/test-kit/postgres/postgres-server'
import { skipped } from '@playhub/test-kit/skipped'
import { test as base } from '../../support/hub-test.ts'
import { startTestHub } from '../../support/test-hub.ts'
import { lockSqlite, setReadOnly, startHubBehindProxy } from './faulty-database.ts'
import { type Fault, surviveFault, trafficEnv } from './traffic.ts'

const isPostgres = process.env.TEST_DIALECT === 'postgres'
const hasServer = isPostgres && postgresPrograms() !== undefined
const whyNot = isPostgres ? 'PostgreSQL is not installed' : 'it is about PostgreSQL'
const onPostgres = hasServer ? base : skipped<typeof base>(whyNot)
const onSqlite = isPostgres ? skipped<typeof base>('it is about SQLite') : base
const runs = 3
const timeoutMs = 300_000

type BehindProxy = Awaited<ReturnType<typeof startHubBehindProxy>>

const faults: Record<string, (environment: BehindProxy) => Fault> = {
  'stops for ten seconds': ({ server }) => ({
    begin: () => server.stop(),
    end: () => server.start(),
    lastsMs: 10_000,
  }),
  'answers nothing for twelve seconds': ({ proxy }) => ({
    begin: () => proxy.hold(),
    end: () => proxy.pass(),
    lastsMs: 12_000,
  }),
  'resets connections for ten seconds': ({ proxy }) => ({
    begin: () => proxy.refuse(),
    end: () => proxy.pass(),
    lastsMs: 10_000,
  }),
  'leaves its connections dead without closing them': ({ proxy }) => ({
    begin: () => proxy.forget(),
    end: () => {},
    lastsMs: 5500,
  }),
  'answers 0.05 seconds late for a second': ({ proxy }) => ({
    begin: () => proxy.delay(50),
    end: () => proxy.pass(),
    lastsMs: 1000,
    refuses: false,
  }),
  'answers 0.3 seconds late for ten seconds': ({ proxy }) => ({
    begin: () => proxy.delay(300),
    end: () => proxy.pass(),
    lastsMs: 10_000,
    refuses: false,
  }),
  'is read-only for ten seconds': ({ server }) => ({
    begin: () => setReadOnly(server, 'on'),
    end: () => setReadOnly(server, 'off'),
    lastsMs: 10_000,
  }),
}

onPostgres.for(Object.entries(faults))(
  `PostgreSQL %s, ${runs} times`,
  { timeout: timeoutMs },
  async ([, createFault]) => {
    const environment = await startHubBehindProxy()
    for (let run = 0; run < runs; run++) await surviveFault(environment.hub, createFault(environment))
  },
)

onSqlite(`another process writes for eight seconds, ${runs} times`, { timeout: timeoutMs }, async () => {
  const hub = await startTestHub({ jobs: 'running', env: trafficEnv })
  const lock = await lockSqlite(hub)
  for (let run = 0; run < runs; run++)
    await surviveFault(hub, { begin: () => lock.begin(), end: () => lock.end(), lastsMs: 8000 })
})
