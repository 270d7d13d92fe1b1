import type { Db } from '../../platform/database/database.ts'
import type { ResetTicketRow } from '../tables.ts'

/** One per account: a new one ends the last. */
export async function replaceResetTicket(db: Db, ticket: ResetTicketRow): Promise<void> {
  await db
    .insertInto('resetTickets')
    .values(ticket)
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet((eb) => ({
        hash: eb.ref('excluded.hash'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .execute()
}

/** The ticket with this hash, if it is for the account of this address and holds still. */
export function findResetTicket(
  db: Db,
  email: string,
  hash: string,
  now: number,
): Promise<ResetTicketRow | undefined> {
  return db
    .selectFrom('resetTickets')
    .innerJoin('identities', 'identities.accountId', 'resetTickets.accountId')
    .selectAll('resetTickets')
    .where('identities.provider', '=', 'mail')
    .where('identities.subject', '=', email)
    .where('resetTickets.hash', '=', hash)
    .where('resetTickets.expiresAt', '>', now)
    .executeTakeFirst()
}

/** Uses a ticket up; false when somebody else just did. */
export async function spendResetTicket(db: Db, { accountId, hash }: ResetTicketRow): Promise<boolean> {
  const spent = await db
    .deleteFrom('resetTickets')
    .where('accountId', '=', accountId)
    .where('hash', '=', hash)
    .returning('accountId')
    .executeTakeFirst()
  return spent !== undefined
}

export async function deleteResetTicketOf(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('resetTickets').where('accountId', '=', accountId).execute()
}

export async function deleteResetTicketsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('resetTickets').where('expiresAt', '<', instant).execute()
}
