import type { Db } from '../../platform/database/database.ts'
import type { ResetTicketRow } from '../tables.ts'

/** Each account has at most one ticket: a new one replaces it. */
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

/** The unexpired ticket with this hash for the account with this email. */
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

/** Deletes a ticket. False when a concurrent request has consumed it. */
export async function consumeResetTicket(db: Db, { accountId, hash }: ResetTicketRow): Promise<boolean> {
  const deleted = await db
    .deleteFrom('resetTickets')
    .where('accountId', '=', accountId)
    .where('hash', '=', hash)
    .returning('accountId')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function deleteResetTicket(db: Db, accountId: string): Promise<void> {
  await db.deleteFrom('resetTickets').where('accountId', '=', accountId).execute()
}

export async function deleteResetTicketsExpiredBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('resetTickets').where('expiresAt', '<', instant).execute()
}
