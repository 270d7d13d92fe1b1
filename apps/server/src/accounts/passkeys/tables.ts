import type { Migrations } from '../../platform/database/migrations.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    passkeys: PasskeyRow
  }
}

/** A WebAuthn credential with which the player can log in. */
export type PasskeyRow = {
  id: string
  accountId: string
  /** Chosen by the authenticator, as base64url. */
  credentialId: string
  /** COSE key, as base64url. */
  publicKey: string
  /** The authenticator's signature counter. Synced passkeys keep it at zero. */
  counter: number
  /** JSON array of WebAuthn transports; a browser hint. */
  transports: string
  name: string
  /** 1 if the authenticator has backed the key up, 0 otherwise. */
  isSynced: number
  createdAt: number
  lastUsedAt: number | null
}

export const passkeyMigrations: Migrations = {
  '2026-11-22-10-passkeys': {
    up: async (db) => {
      await db.schema
        .createTable('passkeys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('account_id', 'text', (column) => column.notNull().references('accounts.id'))
        .addColumn('credential_id', 'text', (column) => column.notNull().unique())
        .addColumn('public_key', 'text', (column) => column.notNull())
        .addColumn('counter', 'bigint', (column) => column.notNull())
        .addColumn('transports', 'text', (column) => column.notNull())
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('is_synced', 'integer', (column) => column.notNull())
        .addColumn('created_at', 'bigint', (column) => column.notNull())
        .addColumn('last_used_at', 'bigint')
        .execute()
      await db.schema.createIndex('passkeys_of_account').on('passkeys').column('account_id').execute()
    },
  },
}
