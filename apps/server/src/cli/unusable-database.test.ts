/** Commands on a database without tables, or without a server. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { migrationsUntil, versions } from '../../test/support/migrations/migration-states.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import type { TestHub } from '../../test/support/test-hub.ts'
import type { Db } from '../platform/database/database.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { StartupError } from '../platform/startup-error.ts'
import { commands, runCommand } from './commands.ts'

async function openEmpty(): Promise<() => Promise<Db>> {
  const db = await openTestDatabase()
  return async () =>
    new Proxy(db, {
      get(target, name) {
        if (name === 'destroy') return async () => {}
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
}

/** @returns  what a person at the shell sees; undefined when the command needed no database */
async function run({ context: { config }, clock }: TestHub, words: string[], open: () => Promise<Db>) {
  const lines: string[] = []
  let hasOpened = false
  const openDb = () => {
    hasOpened = true
    return open()
  }
  const terminal = { config, clock, openDb, print: (line: string) => void lines.push(line), user: 'root' }
  const code = await runCommand(words, terminal).catch((error) => {
    if (!(error instanceof StartupError)) throw new Error(words.join(' '), { cause: error })
    lines.push(error.message)
    return 1
  })
  return hasOpened ? { code, lines } : undefined
}

const started = /start a hub of this version/

test('each command on an empty database says in a sentence what to run, and fails', async ({ hub }) => {
  const openDb = await openEmpty()
  const seen: string[] = []
  for (const [name, { arguments: given = [] }] of Object.entries(commands)) {
    // They need the database only where it has the content.
    if (['content check', 'content export', 'doctor providers'].includes(name)) continue
    const values = given.filter((each) => !/[[…]/.test(each)).map(() => 'islandm3')
    const shown = await run(hub, [...name.split(' '), ...values, '--by', 'anna', '--reason', 'Asked'], openDb)
    if (!shown) continue
    const text = shown.lines.join('\n')
    if (started.test(text)) seen.push(name)
    // Some refuse what is typed before they read a table.
    expect([name, shown.code, shown.lines.length > 0]).toEqual([name, 1, true])
    const problems = shown.lines.filter((line) => !line.startsWith('Usage: '))
    if (name !== 'doctor') expect(problems, name).toHaveLength(1)
  }
  expect(seen.length).toBeGreaterThan(30)
  const { lines = [] } = (await run(hub, ['doctor'], openDb)) ?? {}
  expect(lines.filter((line) => line.startsWith('wrong  Migrations'))).toEqual([
    expect.stringMatching(/None has run: start a hub of this version/),
  ])
})

test('a database of an older version, one that stopped and a file that is none are named', async ({
  hub,
}) => {
  const openDb = await openEmpty()
  await migrate(await openDb(), migrationsUntil(versions.beforeOneTransaction), 'here')
  const old = await run(hub, ['secrets', 'list', 'islandm3'], openDb)
  expect(old).toEqual({ code: 1, lines: [expect.stringMatching(started)] })
  expect((await run(hub, ['players', 'find', 'anna'], openDb))?.lines).toEqual([
    expect.stringMatching(started),
  ])

  const { dataDir } = hub.context.config
  const { openExistingDb } = await import('../platform/database/existing-database.ts')
  writeFileSync(join(dataDir, 'playhub.sqlite'), 'no database, '.repeat(100))
  const broken = await run(hub, ['keys', 'list', 'islandm3'], () =>
    openExistingDb({ ...hub.context.config, databaseUrl: null }),
  )
  expect(broken).toEqual({ code: 1, lines: [expect.stringMatching(/does not answer|is not a database/)] })
  const gone = await run(hub, ['keys', 'list', 'islandm3'], () =>
    openExistingDb({ ...hub.context.config, databaseUrl: 'postgres://nobody@127.0.0.1:1/none' }),
  )
  expect(gone).toEqual({ code: 1, lines: [expect.stringMatching(/does not answer: start it or check/)] })
  await sql`select 1`.execute(await openDb())
})
