import type { Db, Tx } from './database/database.ts'
import { newId } from './ids.ts'

declare module './database/database.ts' {
  interface Tables {
    auditLog: AuditRow
  }
}

/** An operator's change. The database refuses to update or delete it. */
export type AuditRow = {
  id: string
  at: number
  operator: string
  /** Example: `player.ban`. */
  action: string
  /** Id of the changed object. */
  subject: string
  /** JSON without personal data; null where there was or is nothing. */
  before: string | null
  after: string | null
  reason: string | null
}

/** Operator and reason behind a change. */
export type Operation = { operator: string; reason: string | null }

type Change = { action: string; subject: string; before?: unknown; after?: unknown; at: number }

/**
 * Records a change within its transaction.
 * @param change  `before` and `after` without personal data.
 */
export async function recordOperation(
  tx: Tx,
  { operator, reason }: Operation,
  { before, after, ...change }: Change,
): Promise<void> {
  const toJson = (value: unknown) => (value === undefined || value === null ? null : JSON.stringify(value))
  const row = { id: newId(), ...change, operator, reason, before: toJson(before), after: toJson(after) }
  await tx.insertInto('auditLog').values(row).execute()
}

/** Latest change to a subject by one action. */
export function findLatestOperation(db: Db, subject: string, action: string): Promise<AuditRow | undefined> {
  return db
    .selectFrom('auditLog')
    .selectAll()
    .where('subject', '=', subject)
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function hasOperation(db: Db, id: string): Promise<boolean> {
  const found = await db.selectFrom('auditLog').select('id').where('id', '=', id).executeTakeFirst()
  return found !== undefined
}

export type AuditFilter = {
  subject?: string | undefined
  operator?: string | undefined
  /** Keyset cursor: returns entries older than this one. */
  before?: string | undefined
  limit: number
}

/** Newest first. */
export function listOperations(
  db: Db,
  { subject, operator, before, limit }: AuditFilter,
): Promise<AuditRow[]> {
  return db
    .selectFrom('auditLog')
    .selectAll()
    .where((eb) => eb.and({ subject, operator }))
    .$call((query) => (before === undefined ? query : query.where('id', '<', before)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
