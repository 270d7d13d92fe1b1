import type { Db } from '../../platform/database/database.ts'
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts'
import type { OperatorLinkRow } from '../tables.ts'

export async function insertLink(db: Db, link: OperatorLinkRow): Promise<void> {
  await db.insertInto('operatorLinks').values(link).execute()
}

/** The link unless it is used, expired or replaced. */
export function findOpenLink(db: Db, tokenHash: string, now: number): Promise<OperatorLinkRow | undefined> {
  return db
    .selectFrom('operatorLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

export async function updateLink(
  db: Db,
  tokenHash: string,
  change: Pick<OperatorLinkRow, 'passwordHash'> | Pick<OperatorLinkRow, 'totpSecret'>,
): Promise<void> {
  await db
    .updateTable('operatorLinks')
    .set(change)
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .execute()
}

/** Marks all links of an operator as used and clears what they keep. */
export async function useLinks(db: Db, operatorId: string, now: number): Promise<void> {
  await db
    .updateTable('operatorLinks')
    .set({ usedAt: now, passwordHash: null, totpSecret: null })
    .where('operatorId', '=', operatorId)
    .where('usedAt', 'is', null)
    .execute()
}

export async function deleteLinks(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom('operatorLinks').where('operatorId', '=', operatorId).execute()
}

export function deleteLinksExpiredBefore(db: Db, instant: number): Promise<void> {
  return deleteInBatches((limit) =>
    db
      .deleteFrom('operatorLinks')
      .where('tokenHash', 'in', (old) =>
        old.selectFrom('operatorLinks').select('tokenHash').where('expiresAt', '<', instant).limit(limit),
      )
      .executeTakeFirstOrThrow(),
  )
}
