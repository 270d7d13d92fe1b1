import { skipped } from '@playhub/test-kit/skipped'
import { expect, onTestFinished, test } from 'vitest'
import { testClock } from '../../../test/support/test-clock.ts'
import { hasSeveralConnections, openTestDatabase } from '../../../test/support/test-database.ts'
import { migrations } from '../../migrations/index.ts'
import { MINUTE_MS, SECOND_MS } from '../clock.ts'
import { type Db, transact } from '../database/database.ts'
import { migrate } from '../database/migrations/migrations.ts'
import { createLog } from '../observability/log.ts'
import { DatabaseUnavailable } from '../unavailable.ts'
import type { JobKind } from './job-kind.ts'
import { createJobLeases, leaseMs } from './job-leases.ts'
import { claimDueJobs } from './job-store.ts'
import { createJobs, type Jobs } from './jobs.ts'

const log = createLog('silent')

async function startJobs() {
  const db = await openTestDatabase()
  await migrate(db, migrations, 'the test database')
  const clock = testClock('2030-01-01T00:00:00Z')
  return { db, clock, jobs: createJobs({ db, clock, log }), another: () => createJobs({ db, clock, log }) }
}

/** A job kind recording its payloads. */
function noting(jobs: Jobs, options: Partial<JobKind> = {}): unknown[] {
  const seen: unknown[] = []
  jobs.define('note', { run: async (payload) => void seen.push(payload), ...options })
  return seen
}

test('a job runs once and is deleted', async () => {
  const { db, jobs } = await startJobs()
  const seen = noting(jobs)
  await jobs.enqueue(db, { kind: 'note', payload: { n: 1 } })
  await jobs.runDue()
  await jobs.runDue()
  expect(seen).toEqual([{ n: 1 }])
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('a job of a transaction that rolls back never runs', async () => {
  const { db, jobs } = await startJobs()
  const seen = noting(jobs)
  const failing = transact(db, async (tx) => {
    await jobs.enqueue(tx, { kind: 'note', payload: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await jobs.runDue()
  expect(seen).toEqual([])
})

test('a job waits until its time', async () => {
  const { db, clock, jobs } = await startJobs()
  const seen = noting(jobs)
  await jobs.enqueue(db, { kind: 'note', payload: 1, runAt: clock.now() + MINUTE_MS })
  await jobs.runDue()
  expect(seen).toEqual([])
  clock.advance(MINUTE_MS)
  await jobs.runDue()
  expect(seen).toEqual([1])
})

test('a dedupe key has one waiting job at most', async () => {
  const { db, jobs } = await startJobs()
  const seen = noting(jobs)
  for (const payload of [1, 2]) await jobs.enqueue(db, { kind: 'note', payload, dedupeKey: 'same' })
  await jobs.runDue()
  expect(seen).toEqual([1])
})

test('a failing job is retried after its delay and is dead after the last try', async () => {
  const { db, clock, jobs } = await startJobs()
  let tries = 0
  jobs.define('fail', {
    run: async () => {
      tries += 1
      throw new Error(`try ${tries}`)
    },
    retryDelayMs: (attempt) => (attempt < 3 ? attempt * SECOND_MS : null),
  })
  await jobs.enqueue(db, { kind: 'fail', payload: null })
  await jobs.runDue()
  await jobs.runDue()
  expect(tries).toBe(1)
  clock.advance(SECOND_MS)
  await jobs.runDue()
  expect(tries).toBe(2)
  clock.advance(2 * SECOND_MS)
  await jobs.runDue()
  clock.advance(MINUTE_MS)
  await jobs.runDue()
  expect(tries).toBe(3)
  expect(await db.selectFrom('jobs').select(['state', 'lastError']).execute()).toEqual([
    { state: 'dead', lastError: 'try 3' },
  ])
})

test('two workers never run the same job', async () => {
  const { db, jobs, another } = await startJobs()
  const other = another()
  const seen = noting(jobs)
  const seenByOther = noting(other)
  for (let n = 0; n < 60; n++) await jobs.enqueue(db, { kind: 'note', payload: n })
  await Promise.all([jobs.runDue(), other.runDue()])
  expect([...seen, ...seenByOther].toSorted((a, b) => Number(a) - Number(b))).toEqual(
    Array.from({ length: 60 }, (_, n) => n),
  )
})

const onServer = hasSeveralConnections
  ? test
  : skipped<typeof test>('it needs several connections to PostgreSQL')
onServer(
  'a claim skips what another hub is claiming, so that claims never wait for each other',
  async () => {
    const { db, clock, jobs } = await startJobs()
    noting(jobs)
    for (const payload of ['one', 'two']) await jobs.enqueue(db, { kind: 'note', payload })
    const claim = (connection: typeof db, limit: number) =>
      claimDueJobs(connection, ['note'], clock.now(), clock.now() + leaseMs, limit)
    const claimed = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const inFlight = transact(db, async (tx) => {
      const found = await claim(tx, 1)
      claimed.resolve()
      await released.promise
      return found
    })
    await claimed.promise
    expect(await claim(db, 10)).toMatchObject([{ payload: '"two"' }])
    released.resolve()
    expect(await inFlight).toMatchObject([{ payload: '"one"' }])
  },
  5 * SECOND_MS,
)

test('the job of a crashed hub is reclaimed when its lease ends, or at once by a hub that is alone', async () => {
  const { db, clock, jobs, another } = await startJobs()
  await jobs.enqueue(db, { kind: 'note', payload: 1 })
  // A hub dying between claim and finish leaves the row unchanged.
  await db
    .updateTable('jobs')
    .set({ state: 'running', runAt: clock.now() + MINUTE_MS, attempts: 1 })
    .execute()
  const seen = noting(jobs)
  await jobs.runDue()
  expect(seen).toEqual([])

  const restarted = another()
  const done = new Promise<unknown>((resolve) =>
    restarted.define('note', { run: async (payload) => resolve(payload) }),
  )
  await restarted.start({ isAlone: true })
  expect(await done).toBe(1)
  await restarted.stop()
})

test('a slow job does not delay others, and stopping waits for it', async () => {
  const { db, jobs } = await startJobs()
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  let isSlowDone = false
  jobs.define('slow', {
    run: async () => {
      await gate
      isSlowDone = true
    },
  })
  const quick = new Promise<void>((resolve) => jobs.define('quick', { run: async () => resolve() }))
  await jobs.enqueue(db, { kind: 'slow', payload: null })
  await jobs.start({ isAlone: true })
  await jobs.enqueue(db, { kind: 'quick', payload: null })
  await quick
  expect(isSlowDone).toBe(false)
  const stopped = jobs.stop()
  release()
  await stopped
  expect(isSlowDone).toBe(true)
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

/** A database without deletions until `recover`. */
function refuseDeletes(db: Db) {
  const refused = Promise.withResolvers<void>()
  const back = Promise.withResolvers<void>()
  let isRefusing = true
  const refusing = db.withPlugin({
    transformQuery({ node }) {
      if (!isRefusing || node.kind !== 'DeleteQueryNode') return node
      refused.resolve()
      throw new DatabaseUnavailable(back.promise)
    },
    transformResult: async ({ result }) => result,
  })
  const recover = () => {
    isRefusing = false
    back.resolve()
  }
  return { db: refusing, refused: refused.promise, recover }
}

test('a job that finishes during an outage of the database is not run again after it', async () => {
  const { db, clock } = await startJobs()
  const faulty = refuseDeletes(db)
  const jobs = createJobs({ db: faulty.db, clock, log })
  const seen = noting(jobs)
  await jobs.enqueue(db, { kind: 'note', payload: 1 })
  const running = jobs.runDue()
  await faulty.refused
  clock.advance(2 * leaseMs)
  await jobs.runDue()
  faulty.recover()
  await running
  await jobs.runDue()
  expect(seen).toEqual([1])
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('a hub that stops during an outage of the database leaves a finished job to the next hub', async () => {
  const { db, clock, another } = await startJobs()
  const faulty = refuseDeletes(db)
  const jobs = createJobs({ db: faulty.db, clock, log })
  const seen = noting(jobs)
  await jobs.start({ isAlone: true })
  await jobs.enqueue(db, { kind: 'note', payload: 1 })
  await faulty.refused
  await jobs.stop()
  const next = another()
  const seenByNext = noting(next)
  clock.advance(leaseMs)
  await next.runDue()
  expect([seen, seenByNext]).toEqual([[1], [1]])
})

test('a full queue does not delay other queues, and its jobs run in turn', async () => {
  const { db, jobs } = await startJobs()
  const narrow = { name: 'narrow', concurrency: 1 }
  const gates: (() => void)[] = []
  const slow = waitsFor(1)
  jobs.define('slow', {
    queue: narrow,
    run: () => {
      slow.note()
      return new Promise((resolve) => gates.push(resolve))
    },
  })
  const quick = waitsFor(30)
  jobs.define('quick', { run: async () => quick.note() })
  await jobs.start({ isAlone: true })
  for (let n = 0; n < 30; n++) {
    await jobs.enqueue(db, { kind: 'slow', payload: n })
    await jobs.enqueue(db, { kind: 'quick', payload: n })
  }
  await Promise.all([slow.done, quick.done])
  expect(gates).toHaveLength(1)
  const stopped = jobs.stop()
  for (const open of gates) open()
  await stopped
  expect(await db.selectFrom('jobs').select('state').distinct().execute()).toEqual([{ state: 'waiting' }])
})

test('a job that waits for capacity gets what is free, even beside jobs that take long', async () => {
  const { db, jobs } = await startJobs()
  const gates: (() => void)[] = []
  jobs.define('slow', {
    queue: { name: 'narrow', concurrency: 3 },
    run: () => new Promise((resolve) => gates.push(resolve)),
  })
  await jobs.start({ isAlone: true })
  onTestFinished(() => jobs.stop())
  for (let n = 0; n < 4; n++) await jobs.enqueue(db, { kind: 'slow', payload: n })
  await expect.poll(() => gates.length).toBe(3)
  gates[0]?.()
  await expect.poll(() => gates.length).toBe(4)
  for (const open of gates) open()
})

test('one hub finds the jobs of another, and claims from no queue without due jobs', async () => {
  const { db, clock, another } = await startJobs()
  let claims = 0
  const counted = db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === 'UpdateQueryNode') claims += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const jobs = createJobs({ db: counted, clock, log })
  for (let n = 0; n < 30; n++)
    jobs.define(`idle ${n}`, { queue: { name: `idle ${n}`, concurrency: 1 }, run: async () => {} })
  const seen = noting(jobs, { queue: { name: 'narrow', concurrency: 1 } })
  await jobs.start({ isAlone: false })
  onTestFinished(() => jobs.stop())
  const enqueueElsewhere = (n: number) => another().enqueue(db, { kind: 'note', payload: n })
  await enqueueElsewhere(1)
  await expect.poll(() => seen, { timeout: 5 * SECOND_MS }).toEqual([1])
  claims = 0
  await enqueueElsewhere(2)
  await expect.poll(() => seen, { timeout: 5 * SECOND_MS }).toEqual([1, 2])
  expect(claims).toBeLessThan(10)
})

test('a queue that is defined while others run starts at once', async () => {
  const { db, jobs } = await startJobs()
  await jobs.start({ isAlone: true })
  onTestFinished(() => jobs.stop())
  const seen = noting(jobs, { queue: { name: 'late', concurrency: 1 } })
  await jobs.enqueue(db, { kind: 'note', payload: 1 })
  await expect.poll(() => seen).toEqual([1])
})

test('a job with free capacity starts when its transaction commits, and a rollback releases the capacity', async () => {
  const { db, jobs } = await startJobs()
  const run = waitsFor(1)
  jobs.define('note', { queue: { name: 'narrow', concurrency: 1 }, run: async () => run.note() })
  await jobs.start({ isAlone: true })
  const failing = transact(db, async (tx) => {
    await jobs.enqueue(tx, { kind: 'note', payload: 1 })
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await transact(db, (tx) => jobs.enqueue(tx, { kind: 'note', payload: 2 }))
  await run.done
  await jobs.stop()
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
})

test('a job that starts at once is leased, so that no other hub claims it', async () => {
  const { db, jobs, another } = await startJobs()
  const other = another()
  const seenByOther = noting(other)
  let release = () => {}
  const begun = new Promise<void>((resolve) =>
    jobs.define('note', {
      run: () => {
        resolve()
        return new Promise((done) => {
          release = done
        })
      },
    }),
  )
  await jobs.start({ isAlone: false })
  await jobs.enqueue(db, { kind: 'note', payload: 1 })
  await begun
  await other.runDue()
  expect(seenByOther).toEqual([])
  release()
  await jobs.stop()
})

test('a long job keeps its lease while its hub runs, and is reclaimed soon after a crash', async () => {
  const { db, clock, jobs, another } = await startJobs()
  const leases = createJobLeases({ db, clock, log })
  const other = another()
  const seenByOther = noting(other)
  await jobs.enqueue(db, { kind: 'note', payload: 1 })
  const [job] = await claimDueJobs(db, ['note'], clock.now(), clock.now() + leaseMs, 1)
  await leases.hold(job?.id ?? '', async () => {
    for (let renewed = 0; renewed < 10; renewed++) {
      clock.advance(leaseMs - SECOND_MS)
      await leases.renew()
      await other.runDue()
    }
  })
  expect(seenByOther).toEqual([])
  clock.advance(leaseMs)
  await leases.renew()
  await other.runDue()
  expect(seenByOther).toEqual([1])
})

/** Resolves `done` at the given note count. */
function waitsFor(count: number): { note(): void; done: Promise<void> } {
  let seen = 0
  let finish = () => {}
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const note = () => {
    seen += 1
    if (seen === count) finish()
  }
  return { note, done }
}

const HOUR_AHEAD_MS = 60 * MINUTE_MS

test('jobs that were planned while the clock was an hour ahead run at their time after it is set back', async () => {
  const { db, clock, jobs } = await startJobs()
  const seen = noting(jobs)
  const failing = { isFailing: true }
  jobs.define('fail once', {
    run: async () => {
      if (failing.isFailing) throw new Error('not yet')
      seen.push('retry')
    },
  })
  await jobs.runDue()
  clock.advance(HOUR_AHEAD_MS)
  await jobs.enqueue(db, { kind: 'fail once', payload: {} })
  await jobs.runDue()
  failing.isFailing = false
  await jobs.enqueue(
    db,
    { kind: 'note', payload: 'at once', dedupeKey: 'at once' },
    { kind: 'note', payload: 'later', runAt: clock.now() + MINUTE_MS },
  )
  clock.advance(-HOUR_AHEAD_MS)
  await jobs.runDue()
  expect(seen).toEqual(['at once'])
  clock.advance(SECOND_MS)
  await jobs.runDue()
  expect(seen).toEqual(['at once', 'retry'])
  clock.advance(MINUTE_MS)
  await jobs.runDue()
  expect(seen).toEqual(['at once', 'retry', 'later'])
})

test('jobs that were planned before the clock jumped ahead keep their time when it is set back', async () => {
  const { db, clock, jobs } = await startJobs()
  const seen = noting(jobs)
  await jobs.enqueue(db, { kind: 'note', payload: 1, runAt: clock.now() + 2 * HOUR_AHEAD_MS })
  clock.advance(HOUR_AHEAD_MS)
  await jobs.runDue()
  clock.advance(-HOUR_AHEAD_MS)
  await jobs.runDue()
  clock.advance(HOUR_AHEAD_MS)
  await jobs.runDue()
  expect(seen).toEqual([])
  clock.advance(HOUR_AHEAD_MS)
  await jobs.runDue()
  expect(seen).toEqual([1])
})

test('a hub that starts after the clock was set back takes over the jobs of the wrong hour at once', async () => {
  const { db, clock, jobs, another } = await startJobs()
  clock.advance(HOUR_AHEAD_MS)
  await jobs.enqueue(db, { kind: 'note', payload: 1 })
  // Simulates a hub crashing during the job.
  await claimDueJobs(db, ['note'], clock.now(), clock.now() + leaseMs, 1)
  clock.advance(-HOUR_AHEAD_MS)
  const next = another()
  const seen = noting(next)
  await next.runDue()
  clock.advance(leaseMs)
  await next.runDue()
  expect(seen).toEqual([1])
})
