import type { Db } from '../../database/database.ts'

declare module '../../database/database.ts' {
  interface Tables {
    idempotentResponses: IdempotentResponseRow
  }
}

/** A call with an idempotency key, and its response. */
type IdempotentResponseRow = {
  /** The caller: a project, or `operator:<id>`. */
  project: string
  idempotencyKey: string
  requestHash: string
  /** JSON; null while the call is running. */
  response: string | null
  startedAt: number
}

type Key = Pick<IdempotentResponseRow, 'project' | 'idempotencyKey'>

/** Reserves an idempotency key. False when it is taken, unless its response has expired or its call was interrupted. */
export async function reserveKey(
  db: Db,
  { project, idempotencyKey, requestHash, startedAt }: Omit<IdempotentResponseRow, 'response'>,
  { expiredBefore, interruptedBefore }: { expiredBefore: number; interruptedBefore: number },
): Promise<boolean> {
  const reserved = await db
    .insertInto('idempotentResponses')
    .values({ project, idempotencyKey, requestHash, startedAt, response: null })
    .onConflict((conflict) =>
      conflict
        .columns(['project', 'idempotencyKey'])
        .doUpdateSet({ requestHash, startedAt, response: null })
        .where((eb) =>
          eb.or([
            eb('idempotentResponses.startedAt', '<=', expiredBefore),
            eb.and([
              eb('idempotentResponses.response', 'is', null),
              eb('idempotentResponses.startedAt', '<=', interruptedBefore),
            ]),
          ]),
        ),
    )
    .returning('idempotencyKey')
    .executeTakeFirst()
  return reserved !== undefined
}

export function findResponse(
  db: Db,
  project: string,
  idempotencyKey: string,
): Promise<IdempotentResponseRow | undefined> {
  return db
    .selectFrom('idempotentResponses')
    .selectAll()
    .where('project', '=', project)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
}

export async function saveResponse(
  db: Db,
  { project, idempotencyKey }: Key,
  response: string,
): Promise<void> {
  await db
    .updateTable('idempotentResponses')
    .set({ response })
    .where('project', '=', project)
    .where('idempotencyKey', '=', idempotencyKey)
    .execute()
}

export async function releaseKey(db: Db, { project, idempotencyKey }: Key): Promise<void> {
  await db
    .deleteFrom('idempotentResponses')
    .where('project', '=', project)
    .where('idempotencyKey', '=', idempotencyKey)
    .execute()
}

export async function deleteResponsesBefore(db: Db, instant: number): Promise<void> {
  await db.deleteFrom('idempotentResponses').where('startedAt', '<=', instant).execute()
}
