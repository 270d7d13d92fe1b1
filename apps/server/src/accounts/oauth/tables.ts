import type { AuthState, InterfaceLanguage } from '@playhub/contract'
import { sql } from 'kysely'
import type { Migrations } from '../../platform/database/migrations.ts'
import type { SocialMethod } from '../identity-providers/config.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    authFlows: AuthFlowRow
    spentProofs: SpentProofRow
  }
}

/**
 * One try to sign in at a provider, or to link a sign-in. What opens or ends it is known to its holders only: here are
 * hashes.
 */
export type AuthFlowRow = {
  /** The browser's own; good for one flow. */
  id: string
  /** Who wants a sign-in linked; later also who signed in. */
  playerId: string | null
  purpose: 'sign-in' | 'link'
  language: InterfaceLanguage
  /** The hub session that the sign-in belongs to, or an empty string. */
  session: string
  /** The client that opened the flow holds the verifier: it alone hears the result. */
  verifierHash: string
  /** The browser that began has this cookie: it alone may end. */
  bindingHash: string
  /** Where the browser set out from, when that is another of the hub's addresses than the public one; null for that. */
  origin: string | null
  /** Null, as all that follows, until the browser has left for the provider. */
  provider: SocialMethod | null
  stateHash: string | null
  nonce: string | null
  codeVerifier: string | null
  /** JSON of what the provider had the browser post, until the browser comes back for it with the key. */
  postedAnswer: string | null
  postedAnswerKeyHash: string | null
  /** When the provider's answer was taken: it serves once. */
  usedAt: number | null
  status: AuthState['status']
  /** The event code of a flow that failed. */
  errorCode: number | null
  /** Made when the result is told. */
  loginSessionId: string | null
  /** Until when the state serves it has; later until when its result is told. */
  expiresAt: number
}

/** Something that has proved an identity and must not do so again. */
export type SpentProofRow = {
  key: string
  expiresAt: number
}

export const oauthMigrations: Migrations = {
  '2026-11-21-30-passport': {
    up: async (db) => {
      await db.schema
        .createTable('auth_flows')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('player_id', 'text', (column) => column.references('accounts.id').onDelete('cascade'))
        .addColumn('purpose', 'text', (column) => column.notNull().check(sql`purpose in ('sign-in', 'link')`))
        .addColumn('language', 'text', (column) => column.notNull())
        .addColumn('session', 'text', (column) => column.notNull())
        .addColumn('verifier_hash', 'text', (column) => column.notNull())
        .addColumn('binding_hash', 'text', (column) => column.notNull())
        .addColumn('origin', 'text')
        .addColumn('provider', 'text')
        .addColumn('state_hash', 'text', (column) => column.unique())
        .addColumn('nonce', 'text')
        .addColumn('code_verifier', 'text')
        .addColumn('posted_answer', 'text')
        .addColumn('posted_answer_key_hash', 'text')
        .addColumn('used_at', 'bigint')
        .addColumn('status', 'text', (column) =>
          column.notNull().check(sql`status in ('waiting', 'signed-in', 'linked', 'cancelled', 'failed')`),
        )
        .addColumn('error_code', 'integer')
        .addColumn('login_session_id', 'text')
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('auth_flows_of_player').on('auth_flows').column('player_id').execute()
      await db.schema.createIndex('auth_flows_to_sweep').on('auth_flows').column('expires_at').execute()

      await db.schema
        .createTable('spent_proofs')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute()

      // An account has one sign-in of each provider: the lock of two links at once.
      await db.schema.dropIndex('identities_of_account').execute()
      await db.schema
        .createIndex('identities_one_of_provider')
        .unique()
        .on('identities')
        .columns(['account_id', 'provider'])
        .execute()
    },
  },
}
