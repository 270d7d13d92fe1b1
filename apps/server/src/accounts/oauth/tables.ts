import type { AuthState, InterfaceLanguage } from '@playhub/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Migrations } from '../../platform/database/migrations.ts'
import type { SocialMethod } from '../identity-providers/config.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    authFlows: AuthFlowRow
    usedProofs: UsedProofRow
  }
}

/** One attempt to log in with an identity provider or to link an identity. Secrets are stored as hashes. */
export type AuthFlowRow = {
  /** Chosen by the client; usable for one flow. */
  id: string
  /** The player who links or confirms an identity; after a login, the player who logged in. */
  playerId: string | null
  purpose: 'sign-in' | 'link' | 'confirm'
  language: InterfaceLanguage
  /** The hub session that the login belongs to, or an empty string. */
  session: string
  /** Held by the client that opened the flow; required to read the result. */
  verifierHash: string
  /** Held in a cookie by the browser that opened the flow; required to complete it. */
  bindingHash: string
  /** The origin where the flow started, unless it is the hub's public one. */
  origin: string | null
  /** This and the following columns are null until the browser is sent to the provider. */
  provider: SocialMethod | null
  stateHash: string | null
  nonce: string | null
  codeVerifier: string | null
  /**
   * JSON callback parameters that arrived without the browser's cookie, until the browser returns with the relay key.
   */
  relayedParameters: string | null
  relayKeyHash: string | null
  /** When the callback was processed; a state is usable once. */
  usedAt: number | null
  status: AuthState['status']
  /** A failed flow's event code. */
  errorCode: number | null
  /** For a login, the session created when the result was first read; otherwise the session that opened the flow. */
  loginSessionId: string | null
  /** When the state expires; after the callback, when the result expires. */
  expiresAt: number
}

/** A used single-use assertion. */
export type UsedProofRow = {
  key: string
  expiresAt: number
}

export async function createOauthTables(db: Db): Promise<void> {
  await createAuthFlows(db, {
    purpose: sql`purpose in ('sign-in', 'link')`,
    status: sql`status in ('waiting', 'signed-in', 'linked', 'cancelled', 'failed')`,
  })
  await db.schema
    .createTable('used_proofs')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
}

export const oauthMigrations: Migrations = {
  // Flows live for minutes, so they are not copied. SQLite cannot change a check on an existing table.
  '2026-11-22-12-flows-that-confirm': {
    up: async (db) => {
      await db.schema.dropTable('auth_flows').execute()
      await createAuthFlows(db, {
        purpose: sql`purpose in ('sign-in', 'link', 'confirm')`,
        status: sql`status in ('waiting', 'signed-in', 'linked', 'confirmed', 'cancelled', 'failed')`,
      })
    },
  },
}

type Checks = { purpose: RawBuilder<unknown>; status: RawBuilder<unknown> }

async function createAuthFlows(db: Db, checks: Checks): Promise<void> {
  await db.schema
    .createTable('auth_flows')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('player_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (column) => column.notNull().check(checks.purpose))
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('verifier_hash', 'text', (column) => column.notNull())
    .addColumn('binding_hash', 'text', (column) => column.notNull())
    .addColumn('origin', 'text')
    .addColumn('provider', 'text')
    .addColumn('state_hash', 'text', (column) => column.unique())
    .addColumn('nonce', 'text')
    .addColumn('code_verifier', 'text')
    .addColumn('relayed_parameters', 'text')
    .addColumn('relay_key_hash', 'text')
    .addColumn('used_at', 'bigint')
    .addColumn('status', 'text', (column) => column.notNull().check(checks.status))
    .addColumn('error_code', 'integer')
    .addColumn('login_session_id', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('auth_flows_of_player').on('auth_flows').column('player_id').execute()
  await db.schema.createIndex('auth_flows_expiry').on('auth_flows').column('expires_at').execute()
}
