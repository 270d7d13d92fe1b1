import type { AuthMethod, AuthType, InterfaceLanguage } from '@playhub/contract'
import { type RawBuilder, SqliteAdapter, sql } from 'kysely'
import type { Migrations } from '../platform/database/migrations.ts'
import type { CodePurpose } from './codes/code.ts'
import { createOauthTables } from './oauth/tables.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    accounts: AccountRow
    identities: IdentityRow
    credentials: CredentialRow
    registrations: RegistrationRow
    codes: CodeRow
    resetTickets: ResetTicketRow
    loginSessions: LoginSessionRow
    captchaSolutions: CaptchaSolutionRow
  }
}

export type AccountRow = {
  /** The player id. */
  id: string
  nickName: string
  /** Canonical; null when the identity provider sent none. */
  email: string | null
  receiptEmail: string | null
  /** The method that created the account; each login session has its own. */
  authType: AuthMethod
  language: InterfaceLanguage
  createdAt: number
  firstName: string | null
  lastName: string | null
  /** When the account will be erased; null unless the player has requested it. */
  deletionAt: number | null
  /** When the ban started; null without a ban. An expired ban stays set. */
  bannedAt: number | null
  /** When the ban ends by itself; null for a permanent ban. */
  bannedUntil: number | null
}

/** A linked identity. The key `(provider, subject)` ensures one account per person and provider. */
export type IdentityRow = {
  provider: AuthMethod
  /** The provider's id for the person; for `mail` the canonical email. */
  subject: string
  accountId: string
  /** A name or email by which the player recognises the identity. */
  label: string | null
  createdAt: number
}

/** A password as an argon2id hash. Former passwords are kept so that they cannot be reused. */
export type CredentialRow = {
  id: string
  accountId: string
  hash: string
  createdAt: number
  /** Null for the current password. */
  replacedAt: number | null
}

/** A registration whose email is not confirmed yet. */
export type RegistrationRow = {
  email: string
  passwordHash: string
  language: InterfaceLanguage
  requestedAt: number
  /** Hash of the secret held by the client that chose the stored password. */
  secretHash: string | null
  /** When the email was registered again while the registration was pending; null for never. */
  repeatedAt: number | null
}

/** A six-digit code: one per email and purpose. */
export type CodeRow = {
  /** Changes with every request, so that an email job can detect that a newer request has replaced it. */
  id: string
  purpose: CodePurpose
  email: string
  language: InterfaceLanguage
  /** Null until the email job has generated the code. */
  hash: string | null
  /** Null together with the hash. */
  expiresAt: number | null
  tries: number
  requestedAt: number
}

/** Authorizes setting a new password once. */
export type ResetTicketRow = {
  accountId: string
  hash: string
  expiresAt: number
}

export type LoginSessionRow = {
  /** The token's `sid`. */
  id: string
  playerId: string
  authType: AuthType
  userAgent: string
  createdAt: number
  /** Accurate to the hour. */
  lastSeenAt: number
  expiresAt: number
  revokedAt: number | null
  /** When the player last reauthenticated; null for never. */
  confirmedAt: number | null
  /** HMAC of the login's network; null for sessions from earlier versions. */
  networkHash: string | null
}

/** A used captcha solution. */
type CaptchaSolutionRow = {
  nonce: string
  expiresAt: number
}

export const accountMigrations: Migrations = {
  '2026-11-21-10-accounts': {
    up: async (db) => {
      await db.schema
        .createTable('accounts')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('nick_name', 'text', (column) => column.notNull())
        .addColumn('email', 'text')
        .addColumn('receipt_email', 'text')
        .addColumn('auth_type', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('first_name', 'text')
        .addColumn('last_name', 'text')
        .addColumn('deletion_at', 'bigint')
        .execute()
      await db.schema.createIndex('accounts_to_erase').on('accounts').column('deletion_at').execute()

      await db.schema
        .createTable('identities')
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('label', 'text')
        .addPrimaryKeyConstraint('identities_key', ['provider', 'subject'])
        .execute()
      // Ensures one identity per provider and account, even when two are linked at the same time.
      await db.schema
        .createIndex('identities_one_of_provider')
        .unique()
        .on('identities')
        .columns(['account_id', 'provider'])
        .execute()

      await db.schema
        .createTable('credentials')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('replaced_at', 'bigint')
        .execute()
      await db.schema.createIndex('credentials_of_account').on('credentials').column('account_id').execute()
      await db.schema
        .createIndex('credentials_one_current')
        .unique()
        .on('credentials')
        .column('account_id')
        .where(sql.ref('replaced_at'), 'is', null)
        .execute()

      await db.schema
        .createTable('registrations')
        .addColumn('email', 'text', (column) => column.primaryKey())
        .addColumn('password_hash', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('requested_at', 'bigint', (column) => column.notNull())
        .execute()

      await db.schema
        .createTable('codes')
        .addColumn('id', 'text', (column) => column.notNull().unique())
        .addColumn('purpose', 'text', (column) =>
          column.notNull().check(sql`purpose in ('registration', 'recovery')`),
        )
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('hash', 'text')
        .addColumn('expires_at', 'bigint')
        .addColumn('tries', 'integer', (column) => column.notNull())
        .addColumn('requested_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('codes_key', ['purpose', 'email'])
        .execute()

      await db.schema
        .createTable('reset_tickets')
        .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
        .addColumn('hash', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()

      await db.schema
        .createTable('login_sessions')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('player_id', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('auth_type', 'text', (column) => column.notNull())
        .addColumn('user_agent', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .addColumn('revoked_at', 'bigint')
        .execute()
      await db.schema
        .createIndex('login_sessions_of_player')
        .on('login_sessions')
        .column('player_id')
        .execute()

      await db.schema
        .createTable('counters')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .execute()

      await db.schema
        .createTable('captcha_solutions')
        .addColumn('nonce', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await createOauthTables(db)
    },
  },
  '2026-11-23-70-player-search': {
    up: async (db) => {
      await db.schema.createIndex('accounts_by_email').on('accounts').column('email').execute()
      await db.schema
        .createIndex('accounts_by_receipt_email')
        .on('accounts')
        .column('receipt_email')
        .execute()
      await db.schema.createIndex('identities_by_subject').on('identities').column('subject').execute()
      await sql`create index accounts_by_name on accounts (${lowerName(db)})`.execute(db)
    },
  },
}

/** Byte order, so that an index can find a name prefix in any PostgreSQL locale. */
export function lowerName(db: { getExecutor(): { adapter: unknown } }): RawBuilder<string> {
  const collation = db.getExecutor().adapter instanceof SqliteAdapter ? 'binary' : '"C"'
  return sql`(lower(nick_name) collate ${sql.raw(collation)})`
}
