import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { contentWithLanguage } from '../../test/support/added-language.ts'
import { testClock } from '../../test/support/test-clock.ts'
import { createTestDatabase } from '../../test/support/test-database.ts'
import { type Config, readConfig } from '../config.ts'
import { migrations } from '../migrations/index.ts'
import type { Db } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { countJobs, insertJobs } from '../platform/jobs/job-store.ts'
import { commands, runCommand } from './commands.ts'

const content = new URL('../../../../content', import.meta.url).pathname
const now = '2030-01-01T00:00:00Z'
const commandNames = Object.keys(commands)

function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-cli-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function createOperator(env: Record<string, string>, db?: Db) {
  const printed: string[] = []
  const config: Config = readConfig({ HUB_MODE: 'sandbox', CONTENT_DIR: content, ...env })
  const operator = {
    config,
    clock: testClock(now),
    openDb: async () => db ?? expect.unreachable(),
    print: (line: string) => void printed.push(line),
    user: 'root',
  }
  return { printed, run: (...args: string[]) => runCommand(args, operator) }
}

async function databaseWithDeadJob(): Promise<Db> {
  const { db, remove } = await createTestDatabase()
  onTestFinished(async () => {
    await destroy()
    await remove()
  })
  await migrate(db, migrations, 'here')
  const job = {
    kind: 'email',
    payload: '{}',
    runAt: 0,
    plannedAt: 0,
    attempts: 12,
    lastError: null,
    dedupeKey: null,
    traceparent: null,
  }
  const createdAt = Date.parse(now)
  await insertJobs(db, [{ ...job, id: 'waits', state: 'waiting', createdAt }])
  await insertJobs(db, [{ ...job, id: 'died', state: 'dead', createdAt, lastError: 'The mailbox is full' }])
  // A command closes its database, which the test still reads.
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {}
  return db
}

test('the page for operators names every command', () => {
  const page = readFileSync(new URL('../../../../docs/operate/README.md', import.meta.url), 'utf8')
  const isNamed = (name: string) => page.includes(`\`${name}\``)
  expect(commandNames.filter((name) => !isNamed(name))).toEqual([])
})

test('help lists every command with what it takes, as does no command', async () => {
  for (const args of [['help'], [], ['--help']]) {
    const { printed, run } = createOperator({})
    expect(await run(...args)).toBe(0)
    const usages = [
      'backup <file> [--recipient <age key>…]',
      'jobs retry <id> [--by <operator>] [--reason <why>]',
      'jobs dismiss <id> --by <operator> --reason <why>',
      'players ban <player> [--for <30d>] [--until <day>] --by <operator> --reason <why>',
      'webhooks dead',
    ]
    for (const usage of usages) expect(printed.join('\n')).toContain(usage)
    expect(commandNames.filter((name) => !printed.some((line) => line.startsWith(`  ${name}`)))).toEqual([])
  }
})

test('a mistake in a command is named in one line, with the usage of that command', async () => {
  const issues: [command: string, problem: string][] = [
    ['players show', '"players show" needs <player>.'],
    ['tickets answer 1', '"tickets answer" needs <text>.'],
    ['backup decrypt one', '"backup decrypt" needs <new file>.'],
    ['backup verify', '"backup verify" needs <file>.'],
    ['webhooks dead now', '"webhooks dead" does not take "now".'],
    ['keys create islandm3 --by', "Option '--by <value>' argument missing"],
    ['keys create islandm3 --by=', '--by needs a value.'],
    ['audit --before', "Option '--before <value>' argument missing"],
    ['refund 1 2.00', 'It is recorded why: add --reason <why>'],
    ['orders grant 1 --by=anna', 'A change is recorded with who makes it and why: add --reason <why>'],
  ]
  for (const [command, problem] of issues) {
    const { printed, run } = createOperator({})
    expect(await run(...command.split(' '))).toBe(1)
    expect(printed[0], command).toContain(
      problem.replace('A change is recorded with who makes it and why', ''),
    )
    expect(printed.slice(1), command).toEqual([expect.stringMatching(/^Usage: npm run hub -- /)])
  }
})

test('an unknown command lists those that begin with the same word', async () => {
  const { printed, run } = createOperator({})
  expect(await run('jobs-retry')).toBe(1)
  expect(printed).toEqual(['There is no command "jobs-retry". "npm run hub -- help" lists them.'])
  expect(await run('keys', 'destroy')).toBe(1)
  const listed = printed.slice(2).filter((line) => line.startsWith('  keys'))
  expect([printed[1], listed.length]).toEqual(['There is no command "keys destroy". There are:', 4])
  expect(await run('help', 'toString')).toBe(1)
})

test('the usage of one command is shown on request', async () => {
  for (const args of [
    ['help', 'jobs', 'retry'],
    ['jobs', 'retry', '--help'],
  ]) {
    const { printed, run } = createOperator({})
    expect(await run(...args)).toBe(0)
    expect(printed.filter((line) => line.startsWith('  '))).toHaveLength(1)
  }
})

test('jobs are counted, and dead jobs are listed with their last error', async () => {
  const db = await databaseWithDeadJob()
  const { printed, run } = createOperator({}, db)
  expect(await run('jobs')).toBe(0)
  expect(printed.join('\n')).toMatch(/waiting +1\n +running +0\n +dead +1$/m)
  expect(printed.at(-1)).toMatch(/died +email +12 +The mailbox is full +2030-01-01T00:00:00\.000Z/)
})

test('a dead job can be retried once', async () => {
  const db = await databaseWithDeadJob()
  const { run } = createOperator({}, db)
  expect(await run('jobs', 'retry', 'died')).toBe(0)
  expect(await countJobs(db)).toEqual({ waiting: 2, running: 0, dead: 0 })
  expect(await run('jobs', 'retry', 'died')).toBe(1)
  expect(await run('jobs', 'retry', 'waits')).toBe(1)
})

test('a dead job can be dismissed once, by somebody and for a reason', async () => {
  const db = await databaseWithDeadJob()
  const { run } = createOperator({}, db)
  const why = ['--by', 'anna', '--reason', 'The game is closed']
  expect(await run('jobs', 'dismiss', 'died')).toBe(1)
  expect(await run('jobs', 'dismiss', 'waits', ...why)).toBe(1)
  expect(await run('jobs', 'dismiss', 'died', ...why)).toBe(0)
  expect(await countJobs(db)).toEqual({ waiting: 1, running: 0, dead: 0 })
  expect(await run('jobs', 'dismiss', 'died', ...why)).toBe(1)
  expect(await db.selectFrom('auditLog').select(['action', 'subject', 'before', 'reason']).execute()).toEqual(
    [
      {
        ...{ action: 'job.dismiss', subject: 'died', reason: 'The game is closed' },
        before: '{"kind":"email","attempts":12}',
      },
    ],
  )
})

test('the content check reports mistakes as the hub does', async () => {
  const { printed, run } = createOperator({})
  expect(await run('content', 'check')).toBe(0)
  expect(printed.at(-1)).toMatch(/is valid: version [0-9a-f]{12}\.$/)
  expect(printed.join('\n')).toContain("hub.yaml: operator.taxId is missing or still the sample's")

  const dir = temporaryFolder()
  cpSync(content, dir, { recursive: true })
  appendFileSync(join(dir, 'hub.yaml'), '\nsurprise: true\n')
  await expect(createOperator({ CONTENT_DIR: dir }).run('content', 'check')).rejects.toThrow(
    /hub\.yaml:\d+: .*surprise/,
  )
})

test('the content check lists missing, unknown and broken texts of an added language', async () => {
  const prices = { title: 'Preise', titel: 'Preise', count_one: '{{zahl}} Artikel' }
  const { printed, run } = createOperator({ CONTENT_DIR: contentWithLanguage('de', { prices }) })
  expect(await run('content', 'check')).toBe(0)
  const output = printed.join('\n')
  expect(output).toMatch(/^Texts in de to write or to correct: \d+$/m)
  expect(output).toContain('languages/de/common.json: is missing, so its texts are shown in English')
  expect(output).toContain('languages/de/prices.json: count_other is missing, so it is shown in English')
  expect(output).toContain('languages/de/prices.json: titel is unknown')
  expect(output).toContain(
    'languages/de/prices.json: count_one has the unknown {{zahl}}, so it is shown in English',
  )
})
