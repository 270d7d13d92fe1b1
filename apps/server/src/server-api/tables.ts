import type { Migrations } from '../platform/database/migrations.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    projectKeys: ProjectKeyRow
    idempotentResponses: IdempotentResponseRow
  }
}

/** A game server's API key. A project can have several, so that keys can be rotated. */
export type ProjectKeyRow = {
  id: string
  project: string
  /** The key's SHA-256. The key itself is not stored. */
  hash: string
  label: string
  createdAt: number
  revokedAt: number | null
  /** Accurate to the hour. */
  lastUsedAt: number | null
}

/** A call with an idempotency key, and its response. */
export type IdempotentResponseRow = {
  project: string
  idempotencyKey: string
  requestHash: string
  /** JSON; null while the call is running. */
  response: string | null
  startedAt: number
}

export const serverApiMigrations: Migrations = {
  '2026-11-21-84-server-api': {
    up: async (db) => {
      await db.schema
        .createTable('project_keys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('hash', 'text', (column) => column.notNull().unique())
        .addColumn('label', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('revoked_at', 'bigint')
        .addColumn('last_used_at', 'bigint')
        .execute()
      await db.schema
        .createTable('idempotent_responses')
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('idempotency_key', 'text', (column) => column.notNull())
        .addColumn('request_hash', 'text', (column) => column.notNull())
        .addColumn('response', 'text')
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('idempotent_responses_key', ['project', 'idempotency_key'])
        .execute()
      await db.schema
        .createIndex('idempotent_responses_expiry')
        .on('idempotent_responses')
        .column('started_at')
        .execute()
    },
  },
}
