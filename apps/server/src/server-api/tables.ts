import type { Migrations } from '../platform/database/migrations.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    projectKeys: ProjectKeyRow
    serverCalls: ServerCallRow
  }
}

/** What the server of a game proves itself with. A project may have several, so that one can be changed at leisure. */
export type ProjectKeyRow = {
  id: string
  project: string
  /** SHA-256 of the key, which has 256 random bits; the key itself is nowhere. */
  hash: string
  label: string
  createdAt: number
  revokedAt: number | null
  /** To the hour. */
  lastUsedAt: number | null
}

/** A call with an idempotency key, and what it was answered. */
export type ServerCallRow = {
  project: string
  idempotencyKey: string
  requestHash: string
  /** JSON; null while the call is under way. */
  answer: string | null
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
        .createTable('server_calls')
        .addColumn('project', 'text', (column) => column.notNull())
        .addColumn('idempotency_key', 'text', (column) => column.notNull())
        .addColumn('request_hash', 'text', (column) => column.notNull())
        .addColumn('answer', 'text')
        .addColumn('started_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('server_calls_once', ['project', 'idempotency_key'])
        .execute()
      await db.schema.createIndex('server_calls_to_sweep').on('server_calls').column('started_at').execute()
    },
  },
}
