import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { loadOrCreateSecret } from '../../platform/keys/secrets.ts'
import type { CodeBatchRow, OfferCodeRow, OrderRow } from '../records/tables.ts'

/** Without I, L, O and Q, which are read as others. */
const letters = 'ABCDEFGHJKMNPRSTUVWXYZ'
const codeLength = 10

export function generateCode(): string {
  return Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')
}

/** Case, spaces and hyphens make no difference. */
const normaliseCode = (text: string) => text.toUpperCase().replaceAll(/[\s-]/gu, '')

/** @returns  a function from a code, as it was typed, to what the database stores of it */
export async function createCodeHash(db: Db): Promise<(code: string) => string> {
  const secret = await loadOrCreateSecret(db, 'offer-codes')
  return (code) => createHmac('sha256', secret).update(normaliseCode(code)).digest('base64url')
}

export async function insertCodeBatch(tx: Tx, batch: CodeBatchRow): Promise<void> {
  await tx.insertInto('codeBatches').values(batch).execute()
}

export type NewCode = Pick<OfferCodeRow, 'id' | 'hash'>

/**
 * Inserts codes of a batch. Rows share all but two values, which are sent once: a large batch takes seconds otherwise.
 * @param codes  At most 10,000.
 * @returns      Ids of those that were new: a code may exist already.
 */
export async function insertCodes(
  tx: Tx,
  { id: batchId, project, offerId }: CodeBatchRow,
  useLimit: number,
  codes: NewCode[],
): Promise<string[]> {
  const values = sql.join(codes.map(({ id, hash }) => sql`(${id}, ${hash})`))
  const { rows } = await sql<{ id: string }>`
    insert into offer_codes (id, batch_id, project, offer_id, hash, use_limit)
    select column1, cast(${batchId} as text), cast(${project} as text), cast(${offerId} as text), column2,
      cast(${useLimit} as bigint)
    from (values ${values}) as codes where true
    on conflict (project, hash) do nothing returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export function findCode(db: Db, project: string, hash: string): Promise<OfferCodeRow | undefined> {
  return db
    .selectFrom('offerCodes')
    .selectAll()
    .where('project', '=', project)
    .where('hash', '=', hash)
    .executeTakeFirst()
}

export function findCodeById(db: Db, id: string): Promise<OfferCodeRow | undefined> {
  return db.selectFrom('offerCodes').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The offer of the code that an order uses; null for none. */
export async function findCodeOffer(db: Db, { codeId }: Pick<OrderRow, 'codeId'>): Promise<string | null> {
  return codeId === null ? null : ((await findCodeById(db, codeId))?.offerId ?? null)
}

/** Takes one use of the code; false when none is left. */
export async function takeCodeUse(tx: Tx, id: string): Promise<boolean> {
  const taken = await tx
    .updateTable('offerCodes')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .whereRef('used', '<', 'useLimit')
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function returnCodeUse(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('offerCodes')
    .set(({ eb }) => ({ used: eb('used', '-', 1) }))
    .where('id', '=', id)
    .where('used', '>', 0)
    .execute()
}

/** Takes back a batch: uses of paid orders stay. */
export async function revokeBatch(tx: Tx, id: string, now: number): Promise<boolean> {
  const revoked = await tx
    .updateTable('codeBatches')
    .set({ revokedAt: now })
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!revoked) return false
  await tx.updateTable('offerCodes').set({ revokedAt: now }).where('batchId', '=', id).execute()
  return true
}
