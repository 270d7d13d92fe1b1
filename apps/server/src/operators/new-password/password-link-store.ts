import type { Db } from '../../platform/database/database.ts'
import type { OperatorPasswordLinkRow } from '../tables.ts'

/** Replaces an operator's link by a new one. */
export async function replacePasswordLink(db: Db, link: OperatorPasswordLinkRow): Promise<void> {
  await deletePasswordLinks(db, link.operatorId)
  await db.insertInto('operatorPasswordLinks').values(link).execute()
}

/** The link unless it is used, expired or replaced. */
export function findPasswordLink(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<OperatorPasswordLinkRow | undefined> {
  return db
    .selectFrom('operatorPasswordLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

export async function deletePasswordLinks(db: Db, operatorId: string): Promise<void> {
  await db.deleteFrom('operatorPasswordLinks').where('operatorId', '=', operatorId).execute()
}

export async function deletePasswordLinksExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('operatorPasswordLinks').where('expiresAt', '<', instant).execute()
}
