import { SqliteAdapter } from 'kysely'
import type { Db } from './database.ts'

/** SQLite has one writer at a time and no row locks. */
export const hasRowLocks = (db: Db): boolean => !(db.getExecutor().adapter instanceof SqliteAdapter)
