import type { Context } from '@playhub/server/context'
import { sql } from 'kysely'
import { foldChangedTickets } from '../../../apps/server/src/support/operator/ticket-search.ts'
import { fillOrders, players, runAll, writeSql } from '../many-orders/fill-orders.ts'
import type { Dialect } from '../selling-hub.ts'

export const orders = 1_000_000
export const tickets = 100_000

const deliveries = 1_000_000
/** More than a page looks at. */
const dead = 6000
const changes = 500_000
const hourMs = 3_600_000
const monthMs = 29 * 24 * hourMs

/** Two years of a hub: orders, refunds, disputes, tickets and audit, a million deliveries of the last month. */
export async function fillConsole(context: Context, dialect: Dialect, operatorId: string): Promise<void> {
  await fillOrders(context, dialect, orders)
  await runAll(context, [...fillPayments(dialect), ...fillStaffWork(dialect, operatorId)])
  await foldChangedTickets(context.db)
  await runAll(context, [sql`analyze`])
}

function fillPayments(dialect: Dialect) {
  const { numbers, uuid, instant, order, project } = writeSql(dialect)
  const later = (nth: ReturnType<typeof sql>) => sql`${instant(nth)} + ${sql.lit(hourMs)}`
  const [refunded, disputed] = [sql`n * 50`, sql`n * 200 - 7`]
  const deliveredAt = sql`(${sql.lit(Date.now() - monthMs)} + n * ${sql.lit(Math.floor(monthMs / deliveries))})`
  const select = (count: number, nth: ReturnType<typeof sql>) =>
    sql`(select ${order(nth)} from ${numbers(count)})`
  return [
    sql`insert into refunds (id, order_id, attempt_id, request_key, amount_minor, currency, reason, requested_by, state,
        provider_refund_id, created_at, sent_at, settled_at)
      select ${uuid(later(refunded))}, ${order(refunded)}, 'attempt-' || (${refunded}), 'operator:1', 40,
        case ${refunded} % 3 when 0 then 'RUB' else 'USD' end, 'Asked', 'operator',
        case when n % 400 = 0 then 'failed' else 'succeeded' end, 're_' || n, ${later(refunded)}, ${later(refunded)},
        ${later(refunded)} from ${numbers(orders / 50)}`,
    sql`update orders set refunded_minor = 40 where id in (select order_id from refunds where state = 'succeeded')`,
    sql`insert into disputes (id, order_id, attempt_id, provider_dispute_id, amount_minor, currency, reason, state,
        opened_at, settled_at, due_by)
      select ${uuid(later(disputed))}, ${order(disputed)}, 'attempt-' || (${disputed}), 'dp_' || n, 99,
        case (${disputed}) % 3 when 0 then 'RUB' else 'USD' end, 'fraudulent',
        case when n % 50 = 0 then 'open' when n % 3 = 0 then 'lost' else 'won' end, ${later(disputed)},
        case when n % 50 = 0 then null else ${later(disputed)} end, ${later(disputed)} from ${numbers(orders / 200)}`,
    sql`update webhooks set state = 'dead', attempts = 5, delivered_at = null, last_error = 'HTTP 500'
      where id in ${select(dead, sql`n * 150 - 3`)}`,
    // Their game needs no item and is not told: a page must find them among the others.
    sql`update purchases set state = 'consumed' where id in ${select(dead / 100, sql`n * 15000 - 3`)}`,
    sql`update attempts set review_reason = 'amount' where order_id in ${select(500, sql`n * 2000 - 11`)}`,
    sql`update orders set status = 'pending', paid_at = null, paid_attempt_id = null
      where id in ${select(100, sql`n * 10000 - 13`)}`,
    sql`insert into webhook_deliveries (id, webhook_id, project, at, duration_ms, status, error, origin)
      select ${uuid(deliveredAt)}, ${order()}, ${project()}, ${deliveredAt}, n * 7 % 400,
        case when n % 100 = 0 then 500 else 200 end, case when n % 100 = 0 then 'HTTP 500' end, 'schedule'
      from ${numbers(deliveries)}`,
  ]
}

function fillStaffWork(dialect: Dialect, operatorId: string) {
  const { numbers, uuid, instant, order, player, buyerNumber, project } = writeSql(dialect)
  const bought = sql`n * ${sql.lit(orders / tickets)}`
  const writtenAt = sql`${instant(bought)} + ${sql.lit(hourMs)}`
  const ticket = uuid(writtenAt)
  const changed = sql`n * ${sql.lit(orders / changes)}`
  const newest = (share: number) => sql`n > ${sql.lit(tickets * (1 - share))}`
  return [
    sql`update accounts set banned_at = created_at where id in (select ${player(sql`n * 1000`)} from ${numbers(players / 1000)})`,
    sql`insert into plays (project, player_id, first_at)
      select ${project()}, ${player(sql`n`)}, 0 from ${numbers(players)}`,
    sql`insert into tickets (id, player_id, order_id, project, reason, email, language, state, assignee_id, created_at,
        updated_at)
      select ${ticket}, ${player(buyerNumber(bought))}, ${order(bought)},
        case n % 4 when 0 then 'familytown' when 1 then 'skyport' else 'islandm3' end, 'DROP_NOT_CREDITED',
        'someone@playhub.example', case n % 5 when 0 then 'ru' else 'en' end,
        case when ${newest(0.04)} then 'open' when ${newest(0.1)} then 'answered' else 'closed' end,
        case n % 3 when 0 then ${operatorId} end, ${writtenAt}, ${writtenAt} from ${numbers(tickets)}`,
    ...[1, 2, 3].map(
      (place) => sql`insert into ticket_messages (id, ticket_id, author, text, created_at)
        select ${uuid(sql`${writtenAt} + ${sql.lit(place)}`)}, ${ticket}, 'player', 'It did not arrive. What can I do?',
          ${writtenAt} from ${numbers(tickets)}`,
    ),
    sql`insert into ticket_tags (ticket_id, tag)
      select ${ticket}, case n % 500 when 1 then 'rare' else 'refund' end from ${numbers(tickets)} where n % 5 < 2`,
    sql`insert into audit_log (id, at, operator, action, subject, operator_id, project, player_id, order_id, outcome)
      select ${uuid(instant(changed))}, ${instant(changed)}, case n % 20 when 0 then 'Anna' else 'Olga Owner' end,
        case n % 5 when 0 then 'order.refund' when 1 then 'ticket.answer' when 2 then 'player.ban' else 'webhook.resend' end,
        ${order(changed)}, ${operatorId}, ${project(changed)}, ${player(buyerNumber(changed))}, ${order(changed)}, 'done'
      from ${numbers(changes)}`,
  ]
}
