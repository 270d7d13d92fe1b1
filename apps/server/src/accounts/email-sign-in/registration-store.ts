import type { Db } from '../../platform/database/database.ts'
import type { RegistrationRow } from '../tables.ts'

/** Keeps a registration; one that waits for the same address is replaced, its password with it. */
export async function saveRegistration(db: Db, registration: RegistrationRow): Promise<void> {
  await db
    .insertInto('registrations')
    .values(registration)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        passwordHash: eb.ref('excluded.passwordHash'),
        language: eb.ref('excluded.language'),
        requestedAt: eb.ref('excluded.requestedAt'),
      })),
    )
    .execute()
}

export function findRegistration(db: Db, email: string): Promise<RegistrationRow | undefined> {
  return db.selectFrom('registrations').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Takes a registration out, to make an account of it. */
export function takeRegistration(db: Db, email: string): Promise<RegistrationRow | undefined> {
  return db.deleteFrom('registrations').where('email', '=', email).returningAll().executeTakeFirst()
}

export async function deleteRegistrationsRequestedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('registrations').where('requestedAt', '<', instant).execute()
}
