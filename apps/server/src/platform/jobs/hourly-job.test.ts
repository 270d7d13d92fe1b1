/** Recurring jobs: each step stands alone, the next run always follows, and failures are shown. */
import { expect, test } from 'vitest'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { testClock } from '../../../test/support/test-clock.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'
import { migrations } from '../../migrations/index.ts'
import { HOUR_MS, MINUTE_MS } from '../clock.ts'
import { migrate } from '../database/migrations/migrations.ts'
import { FinalError } from '../final-error.ts'
import { createLog } from '../observability/log.ts'
import { runEach, scheduleHourly } from './hourly-job.ts'
import { listFailingJobs } from './job-store.ts'
import { createJobs } from './jobs.ts'

async function startJobs() {
  const db = await openTestDatabase()
  await migrate(db, migrations, 'the test database')
  const clock = testClock('2030-01-01T00:00:00Z')
  return { db, clock, jobs: createJobs({ db, clock, log: createLog('silent') }) }
}

test.each([new Error('Broken'), new FinalError('Broken for good')])(
  'an hourly job whose first step fails with %s runs the others, and again every hour',
  async (error) => {
    const deps = await startJobs()
    const { db, clock, jobs } = deps
    let isBroken = true
    let runs = 0
    const broken = async () => {
      if (isBroken) throw error
    }
    await scheduleHourly(deps, 'tidy', broken, async () => {
      runs += 1
    })
    const pass = async (ms: number) => {
      for (let left = ms; left > 0; left -= MINUTE_MS) {
        clock.advance(MINUTE_MS)
        await jobs.runDue()
      }
    }
    await pass(HOUR_MS)
    expect(runs).toBe(1)
    expect(await listFailingJobs(db)).toEqual([])
    await pass(5 * MINUTE_MS)
    expect(await listFailingJobs(db)).toMatchObject([{ kind: 'tidy', count: 1, lastError: error.message }])
    await pass(6 * HOUR_MS)
    const before = runs
    await pass(HOUR_MS)
    expect(runs).toBe(before + 1)
    expect(await db.selectFrom('jobs').select(['kind', 'state']).execute()).toEqual([
      { kind: 'tidy', state: 'waiting' },
    ])
    isBroken = false
    await pass(HOUR_MS)
    expect(await listFailingJobs(db)).toEqual([])
    await pass(HOUR_MS)
    expect(runs).toBe(before + 3)
    expect(await db.selectFrom('jobs').select(['kind', 'lastError']).execute()).toEqual([
      { kind: 'tidy', lastError: null },
    ])
  },
)

test('all failures of a run are named', async () => {
  const ran: string[] = []
  const failing = runEach([
    async () => Promise.reject(new Error('one')),
    async () => void ran.push('two'),
    async () => Promise.reject(new Error('three')),
  ])
  await expect(failing).rejects.toThrow('one; three')
  expect(ran).toEqual(['two'])
})

test('a job that failed three times in a row shows in every place where an operator looks', async () => {
  const token = 'a-collector-of-ours'
  const hub = await startTestHub({ env: { METRICS_TOKEN: token } })
  const { db, jobs } = hub.context
  jobs.define('note.fail', {
    run: async () => Promise.reject(new Error('The table is gone')),
    retryDelayMs: () => 0,
  })
  const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
  const readReady = async () => (await (await fetch(`${hub.url}/readyz`)).json()) as { failingJobs: string[] }
  expect(await readReady()).toMatchObject({ status: 'ok', failingJobs: [] })
  await db
    .insertInto('jobs')
    .values({
      ...{ id: 'a', kind: 'note.fail', payload: '{}', state: 'waiting', runAt: 0, plannedAt: 0 },
      ...{ attempts: 3, lastError: 'The table is gone', dedupeKey: null, createdAt: 0, traceparent: null },
    })
    .execute()
  expect(await readReady()).toMatchObject({ status: 'ok', failingJobs: ['note.fail'] })
  const { attention } = (await operator.callOk('GET /home')).data.result
  expect(attention).toContainEqual(
    expect.objectContaining({ kind: 'job-failing', count: 1, href: 'operations' }),
  )
  const metrics = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(await metrics.text()).toContain('playhub_failing_jobs{kind="note.fail"} 1')
  const { printed } = await runOnHub(hub, 'doctor')
  expect(printed).toMatch(/wrong {2}Jobs: note\.fail .*The table is gone/)
})
