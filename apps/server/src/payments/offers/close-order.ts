import type { Tx } from '../../platform/database/database.ts'
import type { Deps } from '../deps.ts'
import { checkAttemptJob } from '../jobs.ts'
import { supersedeOpenAttempt } from '../records/attempt-store.ts'
import { closeUnpaidOrder, endPending, listOtherUnpaid } from '../records/order-store.ts'
import type { OrderRow } from '../records/tables.ts'
import { ownsOrdered } from './owns-line.ts'
import { releaseUses } from './reserve.ts'

type ClosingDeps = Pick<Deps, 'jobs' | 'clock'>

/**
 * Closes an unpaid order: nothing opens or pays it any more, and the player can order its item anew. Its open payment
 * is cancelled at the provider, and money arriving all the same is returned.
 */
export async function closeOrder(
  { jobs, clock }: ClosingDeps,
  tx: Tx,
  { id }: Pick<OrderRow, 'id'>,
): Promise<void> {
  const now = clock.now()
  if (!(await closeUnpaidOrder(tx, id, now))) return
  const attempt = await supersedeOpenAttempt(tx, id, now)
  await endPending(tx, id, 'none')
  await releaseUses(tx, id)
  if (attempt) await jobs.enqueue(tx, checkAttemptJob(attempt.id))
}

/** Closes the player's other orders of what this one has just given, where a player can have it only once. */
export async function closeRepeats(
  deps: ClosingDeps & Pick<Deps, 'catalogue'>,
  tx: Tx,
  order: OrderRow,
): Promise<void> {
  for (const other of await listOtherUnpaid(tx, order))
    if (await ownsOrdered(deps, tx, other)) await closeOrder(deps, tx, other)
}
