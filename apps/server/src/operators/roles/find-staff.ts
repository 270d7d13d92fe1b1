import type { Grant } from '@playhub/contract/operator'
import type { Operation } from '../../platform/audit-log.ts'
import type { Db } from '../../platform/database/database.ts'
import { canonicalEmail } from '../../platform/mail/canonical-email.ts'
import { listGrants } from './role-store.ts'

type StaffMember = { id: string; grants: Grant[] }

/**
 * The operators who may have made a change: the logged-in one, else those whom a shell names by email or name. None for a
 * shell account that is no operator.
 */
export async function findStaff(
  db: Db,
  { operator, operatorId }: Pick<Operation, 'operator' | 'operatorId'>,
): Promise<StaffMember[]> {
  const ids = operatorId ? [operatorId] : await listIdsByName(db, operator)
  const staff: StaffMember[] = []
  for (const id of ids) staff.push({ id, grants: await listGrants(db, id) })
  return staff
}

/** Oldest first. */
async function listIdsByName(db: Db, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('operators')
    .select('id')
    .where((eb) => eb.or([eb('name', '=', name), eb('email', '=', canonicalEmail(name))]))
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
