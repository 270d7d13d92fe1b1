import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeFinding } from '@playhub/contract/operator/sentences/checks'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readOnHub, runOnHub } from '../../test/support/run-on-hub.ts'
import { startTestHub, type TestHub } from '../../test/support/test-hub.ts'
import { diskProblems } from '../doctor/system-checks.ts'
import { StartupError } from '../platform/startup-error.ts'
import { runCommand } from './commands.ts'
import type { DescribedCheck } from './doctor.ts'

/** A hub with a private data folder, at the sandbox's time. */
function startHub(): Promise<TestHub> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-doctor-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  return startTestHub({ now: new Date().toISOString(), env: { DATA_DIR: dataDir } })
}

async function listProblems(hub: TestHub): Promise<Record<string, string[]>> {
  const checks = (await readOnHub(hub, 'doctor')) as DescribedCheck[]
  const wrong = checks.filter(({ problems, service }) => problems.length > 0 && service !== 'Disk')
  return Object.fromEntries(wrong.map(({ service, problems }) => [service, problems]))
}

test('a sound hub has no problem, and everything is named', async () => {
  const hub = await startHub()
  const { printed } = await runOnHub(hub, 'doctor')
  for (const service of [
    ...['SQLite', 'Migrations', 'Content', 'Mail', 'Public URL', 'Console', 'Clock', 'Permissions'],
  ]) {
    expect(printed).toMatch(new RegExp(`^ok +${service} `, 'm'))
  }
  expect(printed).toMatch(/^ok +Stripe /m)
  expect(await listProblems(hub)).toEqual({})
})

test('a wrong clock, an unreachable hub and open permissions are named with what to do', async () => {
  const hub = await startHub()
  chmodSync(hub.context.config.dataDir, 0o755)
  hub.clock.advance(120_000)
  await hub.app.close()
  const { code, printed } = await runOnHub(hub, 'doctor')
  expect(code).toBe(1)
  expect(printed).toMatch(/wrong {2}Clock: It differs .* by 1[12]\d s: synchronise/)
  expect(printed).toMatch(/wrong {2}Public URL: .*cannot be opened from here \(ECONNREFUSED\)/)
  expect(printed).toMatch(/wrong {2}Permissions: Other users can read .*: chmod 700/)
})

test('a migration that has not run is named', async () => {
  const hub = await startHub()
  const { db } = hub.context
  const rename = (from: string, to: string) =>
    sql`update kysely_migration set name = ${to} where name = ${from}`.execute(db)
  await rename('2026-11-21-01-jobs', 'before')
  onTestFinished(async () => void (await rename('before', '2026-11-21-01-jobs')))
  expect((await listProblems(hub)).Migrations?.[0]).toMatch(/2026-11-21-01-jobs.* have not run/)
})

test('a database and a mail server that do not answer are named', async () => {
  const hub = await startHub()
  const { config } = hub.context
  const lines: string[] = []
  const terminal = {
    config: { ...config, mail: { ...config.mail, smtpUrl: 'smtp://127.0.0.1:9' } },
    clock: hub.clock,
    openDb: () => Promise.reject(new StartupError('The database does not answer.')),
    print: (line: string) => void lines.push(line),
    user: 'root',
  }
  expect(await runCommand(['doctor'], terminal)).toBe(1)
  const printed = lines.join('\n')
  expect(printed).toContain('wrong  SQLite: The database does not answer.')
  expect(printed).toMatch(/wrong {2}Mail: The server 127\.0\.0\.1:9 does not accept .*: check SMTP_URL/)
})

test('a disk that is nearly full is a problem', () => {
  const gigabyte = 1024 ** 3
  expect(diskProblems('/data', 20 * gigabyte, 100 * gigabyte)).toEqual([])
  expect(diskProblems('/data', 5 * gigabyte, 100 * gigabyte).map((each) => describeFinding(each))).toEqual([
    '5.0 GB (5 %) are free at /data: make room, or enlarge it.',
  ])
  expect(diskProblems('/data', 0.5 * gigabyte, gigabyte)).toHaveLength(1)
})

test('a game with a webhookUrl and without a secret is named until it has one', async () => {
  const hub = await startHub()
  const config = { ...hub.context.config, getWebhookSecrets: () => [] }
  const unsigned = { ...hub, context: { ...hub.context, config } }
  const find = async () => (await listProblems(unsigned))['Webhook secrets'] ?? []
  const expected =
    'islandm3 has a webhookUrl and no secret, so its webhooks wait: npm run hub -- secrets create islandm3'
  expect(await find()).toContain(expected)
  await runOnHub(hub, 'secrets create islandm3')
  expect(await find()).not.toContain(expected)
})
