import { allProjects, type Grant } from '@playhub/contract/operator'
import type { Db } from '../../platform/database/database.ts'

export function listGrants(db: Db, operatorId: string): Promise<Grant[]> {
  return db
    .selectFrom('operatorRoles')
    .select(['role', 'project'])
    .where('operatorId', '=', operatorId)
    .orderBy('project')
    .orderBy('role')
    .execute()
}

/** The grants of all operators, with the operator's id. */
export function listAllGrants(db: Db): Promise<(Grant & { operatorId: string })[]> {
  return db
    .selectFrom('operatorRoles')
    .select(['operatorId', 'role', 'project'])
    .orderBy('project')
    .orderBy('role')
    .execute()
}

export async function replaceGrants(
  db: Db,
  operatorId: string,
  grants: Grant[],
  { grantedBy, grantedAt }: { grantedBy: string; grantedAt: number },
): Promise<void> {
  await db.deleteFrom('operatorRoles').where('operatorId', '=', operatorId).execute()
  const rows = grants.map(({ role, project }) => ({ operatorId, role, project, grantedBy, grantedAt }))
  await db.insertInto('operatorRoles').values(rows).execute()
}

/** An owner in any state: the first one is only invited when they open the console. */
export async function isAnyOwnerAdded(db: Db): Promise<boolean> {
  const owner = await db
    .selectFrom('operatorRoles')
    .select('operatorId')
    .where('role', '=', 'owner')
    .where('project', '=', allProjects)
    .limit(1)
    .executeTakeFirst()
  return owner !== undefined
}

/** Ids of the active owners of all projects, without one operator. */
export async function listOtherOwners(db: Db, operatorId: string): Promise<string[]> {
  const owners = await db
    .selectFrom('operatorRoles')
    .innerJoin('operators', 'operators.id', 'operatorRoles.operatorId')
    .select('operators.id')
    .where('role', '=', 'owner')
    .where('project', '=', allProjects)
    .where('state', '=', 'active')
    .where('operators.id', '<>', operatorId)
    .execute()
  return owners.map(({ id }) => id)
}
