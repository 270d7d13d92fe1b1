import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { firstIdAt } from '../../platform/ids.ts'
import type { Period } from '../../platform/time-zone.ts'

/** Orders started and paid in a period, and first-time payers. */
export type PayerCounts = { started: number; paid: number; newPayers: number; returningPayers: number }

/** @param projects  Undefined: all. Players who paid in another project before are new in these. */
export async function countPayers(
  db: Db,
  { from, until, projects }: Period & { projects: string[] | undefined },
): Promise<PayerCounts> {
  const isIn = (alias: string) =>
    projects === undefined
      ? sql`1 = 1`
      : projects.length === 0
        ? sql`1 = 0`
        : sql`${sql.ref(`${alias}.project`)} in (${sql.join(projects)})`
  const { rows: started } = await sql<{ started: number; paid: number }>`
    select count(*) as started, count(case when o.status = 'paid' then 1 end) as paid from orders o
    where o.id >= ${firstIdAt(from)} and o.id < ${firstIdAt(until)} and o.started_at is not null and ${isIn('o')}
  `.execute(db)
  const { rows: payers } = await sql<{ all: number; returning: number }>`
    select count(*) as "all", count(case when exists (
      select 1 from orders before where before.player_id = payer.player_id and before.id < ${firstIdAt(from)} and before.status = 'paid'
        and before.paid_at < ${from} and ${isIn('before')}) then 1 end) as "returning"
    from (select distinct o.player_id from orders o
      where o.status = 'paid' and o.paid_at >= ${from} and o.paid_at < ${until} and ${isIn('o')}) as payer
  `.execute(db)
  const all = Number(payers[0]?.all ?? 0)
  const returningPayers = Number(payers[0]?.returning ?? 0)
  return {
    started: Number(started[0]?.started ?? 0),
    paid: Number(started[0]?.paid ?? 0),
    newPayers: all - returningPayers,
    returningPayers,
  }
}
