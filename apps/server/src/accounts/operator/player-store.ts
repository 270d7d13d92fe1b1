import type { Db } from '../../platform/database/database.ts'
import type { AccountRow } from '../tables.ts'

/**
 * Accounts whose id, address, identity or name is the text, newest first. Names match in any case and by their beginning.
 */
export function listAccountsMatching(db: Db, text: string, limit: number): Promise<AccountRow[]> {
  const lower = text.toLowerCase()
  return db
    .selectFrom('accounts')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb('id', '=', lower),
        eb('email', '=', lower),
        eb('receiptEmail', '=', lower),
        eb('id', 'in', eb.selectFrom('identities').select('accountId').where('subject', 'in', [text, lower])),
        eb(eb.fn<string>('lower', ['nickName']), 'like', `${lower.replace(/[\\%_]/g, '')}%`),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The account as it was before; undefined when it does not exist. The row stays locked until the transaction ends. */
export async function setBannedAt(
  tx: Db,
  playerId: string,
  bannedAt: number | null,
): Promise<AccountRow | undefined> {
  const before = await tx
    .updateTable('accounts')
    .set((eb) => ({ bannedAt: eb.ref('bannedAt') }))
    .where('id', '=', playerId)
    .returningAll()
    .executeTakeFirst()
  if (before) await tx.updateTable('accounts').set({ bannedAt }).where('id', '=', playerId).execute()
  return before
}
