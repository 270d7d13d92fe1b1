import type { InterfaceLanguage } from '@playhub/contract'
import { sql } from 'kysely'
import type { Migrations } from '../../platform/database/migrations.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    accountChanges: AccountChangeRow
    pendingUndos: PendingUndoRow
  }
}

/** A change to an account's login methods, which the owner can undo for some days. */
export type AccountChangeRow = {
  id: string
  accountId: string
  /** The login session that made the change. */
  loginSessionId: string
  /** JSON of an `AccountChange`. */
  change: string
  /** JSON array of the emails to notify. */
  emails: string
  language: InterfaceLanguage
  /** Hash of the emailed token; null until the email is sent. */
  tokenHash: string | null
  createdAt: number
  expiresAt: number
  undoneAt: number | null
  /** The change whose job also emails this one; null until a job has taken it. */
  emailBatch: string | null
}

/** A delayed undo, so that mailbox access alone cannot take over an account. One per account. */
export type PendingUndoRow = {
  accountId: string
  /** The change that the link belongs to. */
  changeId: string
  requestedAt: number
  effectiveAt: number
}

export const accountChangeMigrations: Migrations = {
  '2026-11-22-11-account-changes': {
    up: async (db) => {
      await db.schema
        .createTable('account_changes')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('login_session_id', 'text', (column) => column.notNull())
        .addColumn('change', 'text', (column) => column.notNull())
        .addColumn('emails', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('token_hash', 'text', (column) => column.unique())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('undone_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('account_changes_of_account')
        .on('account_changes')
        .column('account_id')
        .execute()
      await db.schema.alterTable('login_sessions').addColumn('confirmed_at', 'bigint').execute()
    },
  },
  '2026-11-25-81-emails-of-several-changes': {
    up: async (db) => {
      await db.schema.alterTable('account_changes').addColumn('email_batch', 'text').execute()
      await sql`update account_changes set email_batch = id`.execute(db)
    },
  },
  '2026-11-25-82-pending-undos': {
    up: async (db) => {
      await db.schema
        .createTable('pending_undos')
        .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
        .addColumn('change_id', 'text', (column) => column.notNull())
        .addColumn('requested_at', 'bigint', (column) => column.notNull())
        .addColumn('effective_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
}
