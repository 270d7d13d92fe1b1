import type { AuthMethod, InterfaceLanguage } from '@playhub/contract'
import { sql } from 'kysely'
import type { Migrations } from '../platform/database/migrations.ts'
import type { CodePurpose } from './codes/code.ts'

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

/** A player, as the hub knows them. */
export type AccountRow = {
  /** The player's id everywhere. */
  id: string
  nickName: string
  /** Canonical; null where a provider gave none. */
  email: string | null
  receiptEmail: string | null
  /** The sign-in that the account was made by; each login session has its own. */
  authType: AuthMethod
  language: InterfaceLanguage
  createdAt: number
  firstName: string | null
  lastName: string | null
  /** When the account is to be deleted; null unless the player has asked for it. */
  deletionAt: number | null
}

/** A linked sign-in. `(provider, subject)` is the lock: one person at one provider has one account. */
export type IdentityRow = {
  provider: AuthMethod
  /** The provider's own id of the person; for mail the canonical address. */
  subject: string
  accountId: string
  /** What the provider calls the person; for mail the address. */
  label: string | null
  createdAt: number
}

/** A password, as an argon2id hash. Replaced ones stay, so that they are not chosen again. */
export type CredentialRow = {
  id: string
  accountId: string
  hash: string
  createdAt: number
  /** Null for the one that holds. */
  replacedAt: number | null
}

/** Somebody who wants an account and has not shown yet that the address is theirs. */
export type RegistrationRow = {
  email: string
  passwordHash: string
  language: InterfaceLanguage
  requestedAt: number
}

/** A six-digit code: one per address and purpose. */
export type CodeRow = {
  /** Anew with every request, so that a letter's job knows whether it still is the one asked for. */
  id: string
  purpose: CodePurpose
  email: string
  language: InterfaceLanguage
  /** Null until the letter is written: the code is born there. */
  hash: string | null
  /** Null like the hash. */
  expiresAt: number | null
  tries: number
  requestedAt: number
}

/** The right to set a new password, once. */
export type ResetTicketRow = {
  accountId: string
  hash: string
  expiresAt: number
}

export type LoginSessionRow = {
  /** The token's `sid`. */
  id: string
  playerId: string
  authType: AuthMethod
  userAgent: string
  createdAt: number
  /** Coarse: to the hour. */
  lastSeenAt: number
  expiresAt: number
  revokedAt: number | null
}

/** A robot check that has been solved and spent. */
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
        .execute()

      await db.schema
        .createTable('identities')
        .addColumn('provider', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addPrimaryKeyConstraint('identities_key', ['provider', 'subject'])
        .execute()
      await db.schema.createIndex('identities_of_account').on('identities').column('account_id').execute()

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
        .createIndex('credentials_one_holds')
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
        .createTable('tallies')
        .addColumn('subject', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('since', 'bigint', (column) => column.notNull())
        .execute()

      await db.schema
        .createTable('captcha_solutions')
        .addColumn('nonce', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
    },
  },
  '2026-11-21-20-profile': {
    up: async (db) => {
      await db.schema.alterTable('accounts').addColumn('first_name', 'text').execute()
      await db.schema.alterTable('accounts').addColumn('last_name', 'text').execute()
      await db.schema.alterTable('accounts').addColumn('deletion_at', 'bigint').execute()
      await db.schema.createIndex('accounts_to_delete').on('accounts').column('deletion_at').execute()
      await db.schema.alterTable('identities').addColumn('label', 'text').execute()
      await db
        .updateTable('identities')
        .set({ label: sql.ref('subject') })
        .where('provider', '=', 'mail')
        .execute()
    },
  },
}
