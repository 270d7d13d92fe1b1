import type { Consent, ConsentPurpose } from '@playhub/contract'
import type { Db } from '../../platform/database/database.ts'
import type { NewConsent } from './tables.ts'

/** Does nothing while an earlier consent of this purpose is in force. */
export async function insertConsent(db: Db, accountId: string, consent: NewConsent): Promise<void> {
  await db
    .insertInto('consents')
    .values({ ...consent, accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Newest first. */
export function listConsents(db: Db, accountId: string): Promise<Consent[]> {
  return db
    .selectFrom('consents')
    .select(['purpose', 'document', 'sha256', 'language', 'givenAt', 'withdrawnAt'])
    .where('accountId', '=', accountId)
    .orderBy('givenAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function hasConsent(db: Db, accountId: string, purpose: ConsentPurpose): Promise<boolean> {
  const inForce = await db
    .selectFrom('consents')
    .select('id')
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('withdrawnAt', 'is', null)
    .executeTakeFirst()
  return inForce !== undefined
}

export async function setWithdrawn(
  db: Db,
  accountId: string,
  purpose: ConsentPurpose,
  withdrawnAt: number,
): Promise<void> {
  await db
    .updateTable('consents')
    .set({ withdrawnAt })
    .where('accountId', '=', accountId)
    .where('purpose', '=', purpose)
    .where('withdrawnAt', 'is', null)
    .execute()
}
