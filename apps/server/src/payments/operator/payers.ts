import { sql } from 'kysely'
import { DAY_MS } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { firstIdAt, toInList } from '../../platform/ids.ts'
import { type Period, splitByOffset } from '../../platform/time-zone.ts'
import { isGift } from '../offers/use-store.ts'

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

/** An order that is opened again begins again, and keeps its id. */
const renewedMs = 3 * DAY_MS

/** Orders of one day and project. A player who paid twice is one paying player. */
export type OrderDay = {
  day: string
  project: string
  checkouts: number
  payingPlayers: number
  firstPayers: number
}

/**
 * Orders that were begun, and the players who paid, by day. Gifts are neither.
 * @param projects  Undefined: all.
 */
export async function countOrdersByDay(
  db: Db,
  { from, until, zone, projects }: Period & { zone: string; projects: string[] | undefined },
): Promise<OrderDay[]> {
  const days = new Map<string, OrderDay>()
  const isIn =
    projects === undefined
      ? sql`1 = 1`
      : projects.length === 0
        ? sql`1 = 0`
        : sql`o.project in (${sql.join(projects)})`
  for (const part of splitByOffset({ from, until }, zone)) {
    const toDay = (column: string) => sql`(${sql.ref(`o.${column}`)} + ${sql.lit(part.offsetMs)}) / 86400000`
    const { rows } = await sql<Omit<OrderDay, 'day'> & { day: number }>`
      select day, project, sum(checkouts) as checkouts, sum(paying_players) as paying_players,
        sum(first_payers) as first_payers
      from (
        select ${toDay('created_at')} as day, o.project as project, count(*) as checkouts, 0 as paying_players,
          0 as first_payers
        from orders o where o.id >= ${firstIdAt(part.from - renewedMs)} and o.id < ${firstIdAt(part.until)}
          and o.created_at >= ${part.from} and o.created_at < ${part.until}
          and not ${isGift('o')} and ${isIn} group by 1, 2
        union all
        select ${toDay('paid_at')} as day, o.project as project, 0 as checkouts,
          count(distinct o.player_id) as paying_players,
          count(distinct case when not exists (select 1 from orders before where before.player_id = o.player_id
            and before.project = o.project and before.status = 'paid' and before.paid_at < o.paid_at)
            then o.player_id end) as first_payers
        from orders o where o.status = 'paid' and o.paid_at >= ${part.from} and o.paid_at < ${part.until}
          and ${isIn} group by 1, 2
      ) as counts group by 1, 2`.execute(db)
    for (const row of rows) {
      const day = new Date(Number(row.day) * DAY_MS).toISOString().slice(0, 10)
      const key = `${day} ${row.project}`
      const known = days.get(key)
      days.set(key, {
        ...{ day, project: row.project },
        checkouts: Number(row.checkouts) + (known?.checkouts ?? 0),
        payingPlayers: Number(row.payingPlayers) + (known?.payingPlayers ?? 0),
        firstPayers: Number(row.firstPayers) + (known?.firstPayers ?? 0),
      })
    }
  }
  return [...days.values()]
}

/** Different players who paid in a period. @param projects  Undefined: all. */
export async function countPayingPlayers(
  db: Db,
  { from, until, projects }: Period & { projects: string[] | undefined },
): Promise<number> {
  const { count } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.count('playerId').distinct().as('count'))
    .where('status', '=', 'paid')
    .where('paidAt', '>=', from)
    .where('paidAt', '<', until)
    .$if(projects !== undefined, (query) => query.where('project', 'in', toInList(projects)))
    .executeTakeFirstOrThrow()
  return Number(count)
}
