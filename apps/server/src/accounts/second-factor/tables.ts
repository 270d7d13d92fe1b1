import type { Migrations } from '../../platform/database/migrations.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    secondFactors: SecondFactorRow
    recoveryCodes: RecoveryCodeRow
  }
}

/** An account's authenticator app. */
export type SecondFactorRow = {
  accountId: string
  /** The shared TOTP secret as base32. */
  secret: string
  createdAt: number
  /** When the player entered a first code; null during set-up, while login asks for no code. */
  confirmedAt: number | null
}

/** An unused recovery code. */
export type RecoveryCodeRow = {
  hash: string
  accountId: string
}

export const secondFactorMigrations: Migrations = {
  '2026-11-23-50-second-factors': {
    up: async (db) => {
      await db.schema
        .createTable('second_factors')
        .addColumn('account_id', 'text', (column) => column.primaryKey().references('accounts.id'))
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('confirmed_at', 'bigint')
        .execute()
      await db.schema
        .createTable('recovery_codes')
        .addColumn('hash', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
        .execute()
      await db.schema
        .createIndex('recovery_codes_of_account')
        .on('recovery_codes')
        .column('account_id')
        .execute()
    },
  },
  '2026-11-25-80-networks-of-logins': {
    up: async (db) => {
      await db.schema.alterTable('login_sessions').addColumn('network_hash', 'text').execute()
    },
  },
}
