import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db)
}

const statements = [
  sql`create table operators (
    id text primary key,
    email text not null unique,
    name text not null,
    password_hash text,
    language text not null check (language in ('ru', 'en')),
    totp_secret text,
    totp_confirmed_at bigint,
    state text not null check (state in ('invited', 'active', 'suspended')),
    created_at bigint not null,
    created_by text not null,
    last_seen_at bigint
  )`,
  sql`create table operator_roles (
    operator_id text not null references operators (id),
    role text not null check (role in ('viewer', 'support', 'finance', 'producer', 'owner')),
    project text not null,
    granted_by text not null,
    granted_at bigint not null,
    primary key (operator_id, role, project)
  )`,
  sql`create table operator_passkeys (
    id text primary key,
    operator_id text not null references operators (id),
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    transports text not null,
    name text not null,
    is_synced integer not null,
    created_at bigint not null,
    last_used_at bigint
  )`,
  sql`create index operator_passkeys_by_operator on operator_passkeys (operator_id)`,
  sql`create table operator_recovery_codes (
    hash text primary key,
    operator_id text not null references operators (id)
  )`,
  sql`create index operator_recovery_codes_by_operator on operator_recovery_codes (operator_id)`,
  sql`create table operator_links (
    token_hash text primary key,
    operator_id text not null references operators (id),
    purpose text not null check (purpose in ('set-up', 'two-factor')),
    password_hash text,
    totp_secret text,
    expires_at bigint not null,
    used_at bigint
  )`,
  sql`create index operator_links_by_operator on operator_links (operator_id)`,
  sql`create index operator_links_by_expiry on operator_links (expires_at)`,
  sql`create table operator_sessions (
    token_hash text primary key,
    id text not null unique,
    operator_id text not null references operators (id),
    created_at bigint not null,
    last_seen_at bigint not null,
    proved_at bigint not null,
    expires_at bigint not null,
    ended_at bigint,
    ip text not null,
    user_agent text not null
  )`,
  sql`create index operator_sessions_by_operator on operator_sessions (operator_id, expires_at)`,
  sql`create index operator_sessions_by_expiry on operator_sessions (expires_at)`,
]
