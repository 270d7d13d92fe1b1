/** Databases of earlier versions, and the state of one to compare with another. */
import BetterSqlite from 'better-sqlite3'
import { Kysely, type KyselyPlugin, SqliteDialect, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { migrations } from '../../../src/migrations/index.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { migrate } from '../../../src/platform/database/migrations/migrations.ts'

export const versions = {
  empty: '',
  /** Titles and prices could not be missing yet. */
  oneLanguage: '2026-11-22-21-order-cancellations',
  /** The last release to commit every statement of a migration, before operators and hosted games. */
  beforeOperators: '2026-11-24-20-requested-cancellations',
  beforeOneTransaction: '2026-11-27-88-leaderboard-order',
} as const

/** The migrations of a version, by its last one. */
export function migrationsUntil(last: string): typeof migrations {
  const names = migrations.names.filter((name) => name <= last)
  const load = async () =>
    Object.fromEntries(Object.entries(await migrations.load()).filter(([name]) => names.includes(name)))
  return { names, load }
}

/** Calls back after every statement. */
export function afterStatements(callback: () => void | Promise<void>): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      await callback()
      return result
    },
  }
}

/** Rows of a shop with sales, in the columns of every version. */
export async function insertRows(db: Kysely<never> | Db, suffix: string): Promise<void> {
  const execute = (statement: string) => sql.raw(statement).execute(db)
  const id = (name: string) => `'${name}-${suffix}'`
  await execute(`insert into accounts (id, nick_name, email, auth_type, language, created_at)
    values (${id('anna')}, ${id('Anna')}, ${id('anna@example.com')}, 'email', 'en', 1)`)
  await execute(`insert into identities (provider, subject, account_id, created_at, label)
    values ('google', ${id('subject')}, ${id('anna')}, 1, ${id('label')})`)
  await execute(`insert into login_sessions
    (id, player_id, auth_type, user_agent, created_at, last_seen_at, expires_at)
    values (${id('session')}, ${id('anna')}, 'email', 'test', 1, 1, 2)`)
  await execute(`insert into orders (id, player_id, project, item_id, title_ru, title_en, price_rub_minor,
    price_usd_minor, language, status, created_at, refunded_minor, metadata)
    values (${id('order')}, ${id('anna')}, 'islandm3', 'hints', 'Подсказки', 'Hints', 9900, 99, 'en', 'none', 1, 0, '{}')`)
  await execute(`insert into tickets (id, player_id, reason, email, language, state, created_at, updated_at)
    values (${id('ticket')}, ${id('anna')}, 'OTHER', ${id('anna@example.com')}, 'en', 'open', 1, 1)`)
  await execute(`insert into project_keys (id, project, hash, label, created_at)
    values (${id('key')}, 'islandm3', ${id('hash')}, 'server', 1)`)
}

/** Simulates releases that committed every statement. */
export async function migrateByStatement(
  database: BetterSqlite.Database,
  {
    from,
    until,
    onStatement,
    onMigrated,
  }: {
    from: string
    until: string
    onStatement(migration: string): void
    onMigrated(migration: string): void
  },
): Promise<void> {
  database.pragma('foreign_keys = on')
  const db = new Kysely<never>({ dialect: new SqliteDialect({ database }) })
  const known: Record<string, Migration> = await migrations.load()
  for (const name of migrations.names.toSorted().filter((each) => each > from && each <= until)) {
    const stepwise = db.withPlugin(afterStatements(() => onStatement(name)))
    await known[name]?.up(stepwise)
    database.prepare('insert into kysely_migration values (?, ?)').run(name, new Date().toISOString())
    onMigrated(name)
  }
}

/** Schema and rows of an SQLite file; columns in any order. */
export function readSqlite(file: string | BetterSqlite.Database): Record<string, unknown> {
  const database = typeof file === 'string' ? new BetterSqlite(file) : file
  const tables = database
    .prepare<[], { name: string }>(`select name from pragma_table_list
      where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%' order by name`)
    .all()
  const columns = `select name, type, "notnull", dflt_value, pk from pragma_table_info(?) order by name`
  const state = {
    broken: database.pragma('foreign_key_check'),
    objects: database
      .prepare(`select name, sql from sqlite_master where type in ('index', 'trigger') order by name`)
      .all(),
    tables: tables.map(({ name }) => [
      name,
      database.prepare(columns).all(name),
      name === 'kysely_migration'
        ? database.prepare('select name from kysely_migration order by name').all()
        : database
            .prepare<[], Record<string, unknown>>(`select * from "${name}"`)
            .all()
            .map((row) => Object.fromEntries(Object.entries(row).toSorted()))
            .map((row) => JSON.stringify(row))
            .toSorted(),
    ]),
  }
  if (typeof file === 'string') database.close()
  return state
}

/** Brings a database to a version, with rows of each version on the way. */
export async function migrateWithRows(db: Db, version: string): Promise<void> {
  for (const last of [versions.oneLanguage, versions.beforeOperators, versions.beforeOneTransaction]) {
    if (last > version) return
    await migrate(db, migrationsUntil(last), 'here')
    await insertRows(db, last.slice(5, 13))
  }
}
