import type { Db } from '../../platform/database/database.ts'
import type { RegistrationRow } from '../tables.ts'

/**
 * Saves a registration. Replaces an earlier one for the same email, including its password.
 * @param expiredBefore  Registrations requested before this do not count as repeated.
 */
export async function saveRegistration(
  db: Db,
  registration: RegistrationRow,
  expiredBefore: number,
): Promise<void> {
  await db
    .insertInto('registrations')
    .values(registration)
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((eb) => ({
        passwordHash: eb.ref('excluded.passwordHash'),
        language: eb.ref('excluded.language'),
        requestedAt: eb.ref('excluded.requestedAt'),
        secretHash: eb.ref('excluded.secretHash'),
        consent: eb.ref('excluded.consent'),
        repeatedAt: eb
          .case()
          .when('registrations.requestedAt', '<=', expiredBefore)
          .then(null)
          .else(eb.ref('excluded.requestedAt'))
          .end(),
      })),
    )
    .execute()
}

/** Records another registration request for this email. */
export async function markRepeated(db: Db, email: string, repeatedAt: number): Promise<void> {
  await db.updateTable('registrations').set({ repeatedAt }).where('email', '=', email).execute()
}

export function findRegistration(db: Db, email: string): Promise<RegistrationRow | undefined> {
  return db.selectFrom('registrations').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Deletes a registration and returns it. */
export function deleteRegistration(db: Db, email: string): Promise<RegistrationRow | undefined> {
  return db.deleteFrom('registrations').where('email', '=', email).returningAll().executeTakeFirst()
}

export async function deleteRegistrationsRequestedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('registrations').where('requestedAt', '<', instant).execute()
}
