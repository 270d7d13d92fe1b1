import type { Db } from '../platform/database/database.ts'
import type { ServerCallRow } from './tables.ts'

/**
 * Begins a call under its idempotency key; false when the key is taken. One whose answer is forgotten by now may be
 * used again, and so may one whose first call was cut off.
 */
export async function beginCall(
  db: Db,
  { project, idempotencyKey, requestHash, startedAt }: Omit<ServerCallRow, 'answer'>,
  { forgottenBefore, cutOffBefore }: { forgottenBefore: number; cutOffBefore: number },
): Promise<boolean> {
  const begun = await db
    .insertInto('serverCalls')
    .values({ project, idempotencyKey, requestHash, startedAt, answer: null })
    .onConflict((known) =>
      known
        .columns(['project', 'idempotencyKey'])
        .doUpdateSet({ requestHash, startedAt, answer: null })
        .where((eb) =>
          eb.or([
            eb('serverCalls.startedAt', '<=', forgottenBefore),
            eb.and([eb('serverCalls.answer', 'is', null), eb('serverCalls.startedAt', '<=', cutOffBefore)]),
          ]),
        ),
    )
    .returning('idempotencyKey')
    .executeTakeFirst()
  return begun !== undefined
}

export function findCall(
  db: Db,
  project: string,
  idempotencyKey: string,
): Promise<ServerCallRow | undefined> {
  return db
    .selectFrom('serverCalls')
    .selectAll()
    .where('project', '=', project)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function recordAnswer(
  db: Db,
  { project, idempotencyKey }: Pick<ServerCallRow, 'project' | 'idempotencyKey'>,
  answer: string,
): Promise<void> {
  await db
    .updateTable('serverCalls')
    .set({ answer })
    .where('project', '=', project)
    .where('idempotencyKey', '=', idempotencyKey)
    .execute()
}

/** A call that came to nothing may be made again under the same key. */
export async function forgetCall(
  db: Db,
  { project, idempotencyKey }: Pick<ServerCallRow, 'project' | 'idempotencyKey'>,
): Promise<void> {
  await db
    .deleteFrom('serverCalls')
    .where('project', '=', project)
    .where('idempotencyKey', '=', idempotencyKey)
    .execute()
}

export async function deleteCallsBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('serverCalls').where('startedAt', '<=', instant).execute()
}
