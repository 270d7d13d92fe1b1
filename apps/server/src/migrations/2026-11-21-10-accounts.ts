import { type Kysely, type RawBuilder, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
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
  await db.schema.createIndex('login_sessions_of_player').on('login_sessions').column('player_id').execute()

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
}

async function createOauthTables(db: Kysely<unknown>): Promise<void> {
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

type Checks = { purpose: RawBuilder<unknown>; status: RawBuilder<unknown> }

export async function createAuthFlows(db: Kysely<unknown>, checks: Checks): Promise<void> {
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
