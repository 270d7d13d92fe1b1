import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { skipped } from '@playhub/test-kit/skipped'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { test as base, expect, onTestFinished } from 'vitest'
import { hubWithContent, readStoredContent } from '../../../test/support/content/stored-content.ts'
import { createSchema, dropSchema, withOptions } from '../../../test/support/databases/postgres-schemas.ts'
import { insertPaid, paidOrder } from '../../../test/support/payments/paid-order.ts'
import { testClock } from '../../../test/support/test-clock.ts'
import { readConfig } from '../../config.ts'
import { createContext } from '../../context.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { createLog } from '../../platform/observability/log.ts'
import { runCommand } from '../commands.ts'

const server = process.env.TEST_DATABASE_URL
const test = server ? base : skipped<typeof base>('there is no PostgreSQL server')

const log = createLog('silent')

/** A stopped hub with an account, two paid orders and their webhooks, on SQLite. */
async function hubOnSqlite(): Promise<{ file: string; playerId: string; orderIds: string[] }> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-import-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const context = await createContext(readConfig({ HUB_MODE: 'sandbox', DATA_DIR: dir }), { log })
  const playerId = await context.accounts.ensureEmailAccount({
    email: 'anna@example.org',
    password: 'Playhub2030',
    name: 'Анна 🎮 "quoted" \\ back',
  })
  const orders = ['islandm3', 'familytown'].map((project) => paidOrder(playerId, project, Date.now()))
  for (const order of orders) await transact(context.db, (tx) => insertPaid(tx, context, order))
  await insertAttachment(context.db, playerId)
  await context.close()
  return { file: join(dir, 'playhub.sqlite'), playerId, orderIds: orders.map(({ id }) => id) }
}

const attachment = Buffer.from('89504e470d0a1a0a00ff5c78', 'hex')

async function insertAttachment(db: Db, playerId: string): Promise<void> {
  await sql`insert into tickets (id, player_id, number, reason, email, language, state, created_at, updated_at)
    values ('ticket', ${playerId}, 1, 'OTHER', 'anna@example.org', 'en', 'open', 1, 1)`.execute(db)
  await sql`insert into ticket_messages (id, ticket_id, author, text, created_at)
    values ('message', 'ticket', 'player', 'See', 1)`.execute(db)
  await sql`insert into ticket_attachments (id, message_id, name, type, size_bytes, bytes)
    values ('file', 'message', 'shot.png', 'image/png', ${attachment.length}, ${attachment})`.execute(db)
}

async function emptyDatabase(): Promise<string> {
  const schema = await createSchema(server ?? '')
  onTestFinished(() => dropSchema(server ?? '', schema))
  return withOptions(server ?? '', `-c search_path=${schema}`)
}

function operatorOn(databaseUrl: string) {
  const printed: string[] = []
  const operator = {
    config: readConfig({ HUB_MODE: 'sandbox', DATABASE_URL: databaseUrl }),
    clock: testClock(new Date().toISOString()),
    openDb: async () => expect.unreachable(),
    print: (line: string) => void printed.push(line),
    user: 'root',
  }
  return { printed, run: (...args: string[]) => runCommand(args, operator) }
}

test('a hub moves to PostgreSQL with its players, orders and keys', async () => {
  const { file, playerId, orderIds } = await hubOnSqlite()
  const databaseUrl = await emptyDatabase()
  const { run, printed } = operatorOn(databaseUrl)
  const code = await run('import-sqlite', file)
  expect([code, printed.at(-1)]).toEqual([0, expect.stringMatching(/rows are imported/)])
  expect(printed.at(-1)).toMatch(/^\d+ rows are imported\. Counts, sums and lengths are equal\./)
  expect(printed).toContainEqual(expect.stringMatching(/^ +2 {2}orders$/))

  const context = await createContext(readConfig({ HUB_MODE: 'sandbox', DATABASE_URL: databaseUrl }), { log })
  onTestFinished(() => context.close())
  expect(await context.accounts.findAccount(playerId)).toMatchObject({ nickName: 'Анна 🎮 "quoted" \\ back' })
  for (const id of orderIds) {
    expect(await context.payments.expectOrder(playerId, id)).toMatchObject({
      status: 'paid',
      amountMinor: 99,
    })
  }
  const { bytes } = await context.db.selectFrom('ticketAttachments').select('bytes').executeTakeFirstOrThrow()
  expect(Buffer.from(bytes)).toEqual(attachment)
  const waiting = await context.db.selectFrom('jobs').select('kind').execute()
  expect(waiting.length).toBeGreaterThan(1)

  // A second import would double everything.
  expect(await run('import-sqlite', file)).toBe(1)
  expect(printed.at(-1)).toMatch(/is not empty: \w+ has rows/)
})

test('content of the database moves with its versions, pictures and drafts', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-import-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const onSqlite = { DATA_DIR: dataDir }
  await hubWithContent(onSqlite)
  const before = await readStoredContent(onSqlite)
  const databaseUrl = await emptyDatabase()
  const { run, printed } = operatorOn(databaseUrl)
  expect(await run('import-sqlite', join(dataDir, 'playhub.sqlite')), printed.join('\n')).toBe(0)
  const copies = { DATA_DIR: join(dataDir, 'moved'), DATABASE_URL: databaseUrl }
  expect(await readStoredContent(copies)).toEqual(before)
  expect(before).toMatchObject({ version: 2, price: 105, draft: expect.stringContaining('# Soon') })
})

test('a running hub, another version and a foreign file are refused', async () => {
  const { file } = await hubOnSqlite()
  const { run, printed } = operatorOn(await emptyDatabase())
  const database = new BetterSqlite(file)
  onTestFinished(() => void database.close())
  const running = database.prepare(
    `insert into hub_processes (id, started_at, seen_at, content_version) values ('one', 0, ?, 'v')`,
  )
  running.run(Date.now())
  expect(await run('import-sqlite', file)).toBe(1)
  expect(printed.at(-1)).toContain('A hub runs on')
  database.exec('delete from hub_processes; delete from kysely_migration where rowid = 1')
  expect(await run('import-sqlite', file)).toBe(1)
  expect(printed.at(-1)).toContain('belongs to another version')
  await expect(run('import-sqlite', import.meta.filename)).rejects.toThrow('is not the database of a hub')
  await expect(run('import-sqlite', `${file}.missing`)).rejects.toThrow('There is no file')
})

test('a file with a table or a column that no migration made is refused, whatever its name', async () => {
  for (const statement of [
    'create table "orders"" (id) values (1); drop table accounts; --" (id text)',
    'alter table accounts add column "x"" from accounts; drop table accounts; --" text',
  ]) {
    const { file } = await hubOnSqlite()
    const { run, printed } = operatorOn(await emptyDatabase())
    const database = new BetterSqlite(file)
    database.exec(statement)
    database.close()
    expect(await run('import-sqlite', file)).toBe(1)
    expect(printed.at(-1)).toContain('was not made by this version')
  }
})

test('a difference undoes the import', async () => {
  const { file } = await hubOnSqlite()
  const database = new BetterSqlite(file)
  // SQLite keeps the fraction; a PostgreSQL integer column refuses or rounds it.
  database.exec('update orders set amount_minor = amount_minor + 0.4')
  database.close()
  const databaseUrl = await emptyDatabase()
  const { run } = operatorOn(databaseUrl)
  expect(await run('import-sqlite', file).catch(() => 1)).toBe(1)
  const context = await createContext(readConfig({ HUB_MODE: 'sandbox', DATABASE_URL: databaseUrl }), { log })
  onTestFinished(() => context.close())
  expect(await context.db.selectFrom('orders').select('id').execute()).toEqual([])
})
