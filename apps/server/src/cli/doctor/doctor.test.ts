import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import { StartupError } from '../../platform/startup-error.ts'
import { runCommand } from '../commands.ts'
import { diskProblems } from './system-checks.ts'

/** A hub with a private data folder, at the sandbox's time. */
function startHub(): Promise<TestHub> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-doctor-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const dataDir = join(dir, 'data')
  mkdirSync(dataDir, { mode: 0o700 })
  return startTestHub({ now: new Date().toISOString(), env: { DATA_DIR: dataDir } })
}

async function listProblems(hub: TestHub): Promise<Record<string, string[]>> {
  const checks = JSON.parse((await runOnHub(hub, 'doctor --json')).printed) as ServiceCheck[]
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
  await db.schema.alterTable('kysely_migration').renameTo('kysely_migration_before').execute()
  onTestFinished(async () => {
    await db.schema.alterTable('kysely_migration_before').renameTo('kysely_migration').execute()
  })
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
  expect(diskProblems('/data', 5 * gigabyte, 100 * gigabyte)).toEqual([
    '5.0 GB (5 %) are free at /data: make room, or enlarge it.',
  ])
  expect(diskProblems('/data', 0.5 * gigabyte, gigabyte)).toHaveLength(1)
})
