import { readMigrations } from '../platform/database/migrations/migrations.ts'

/** The schema's history, one file each. Append-only: a released file never changes. */
export const migrations = readMigrations(new URL('./', import.meta.url))
