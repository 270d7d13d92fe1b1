import type { Db } from '../../platform/database/database.ts'
import { prepareQuery } from '../../platform/database/prepared-query.ts'
import { toInList } from '../../platform/ids.ts'
import type { WebhookSecretRow } from '../records/tables.ts'

export async function insertSecret(db: Db, secret: WebhookSecretRow): Promise<void> {
  await db.insertInto('webhookSecrets').values(secret).execute()
}

/** Signing secrets, newest first. */
export const listLiveSecrets = prepareQuery((db, project: string, now: number) =>
  db
    .selectFrom('webhookSecrets')
    .selectAll()
    .where('project', '=', project)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .orderBy('id', 'desc'),
)

export async function setSecretEnd(db: Db, id: string, endsAt: number): Promise<void> {
  await db.updateTable('webhookSecrets').set({ endsAt }).where('id', '=', id).execute()
}

/** Ends a signing secret. @returns  its project */
export function endLiveSecret(
  db: Db,
  id: string,
  now: number,
  projects?: string[],
): Promise<{ project: string } | undefined> {
  return db
    .updateTable('webhookSecrets')
    .set({ endsAt: now })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('endsAt', 'is', null), eb('endsAt', '>', now)]))
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects ?? [])))
    .returning('project')
    .executeTakeFirst()
}

export async function deleteSecretsEndedBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('webhookSecrets').where('endsAt', '<=', instant).execute()
}
