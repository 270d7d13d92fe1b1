import type { Db } from '../../platform/database/database.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import type { AccountRow } from '../tables.ts'

export type Ban = Pick<AccountRow, 'bannedAt' | 'bannedUntil'>

/** Players who log in with this email or have it from an identity provider, newest first. */
export function listAccountsByEmail(db: Db, email: string, limit: number): Promise<AccountRow[]> {
  const exact = canonicalEmail(email)
  return db
    .selectFrom('accounts')
    .selectAll()
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('accounts')
        .select('id')
        .where('email', '=', exact)
        .unionAll(
          eb
            .selectFrom('identities')
            .select('accountId as id')
            .where('provider', '=', 'mail')
            .where('subject', '=', exact),
        ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function setBan(tx: Db, playerId: string, ban: Ban): Promise<void> {
  await tx.updateTable('accounts').set(ban).where('id', '=', playerId).execute()
}
