import { formatMoney } from '@playhub/contract'
import { findPlayers } from '../../accounts/operator/players.ts'
import {
  expectOrderId,
  findOrders,
  grantItem,
  listPendingOrders,
  type OrderSummary,
  readOrder,
  reconcileOrder,
  revokeItem,
} from '../../payments/operator/orders.ts'
import { formatTimeline } from '../../support/ticket.ts'
import {
  type CommandContext,
  type CommandDeps,
  maxListed,
  onDatabase,
  type RefusalMessages,
  toOperation,
} from '../command-context.ts'
import { count, instant } from '../format.ts'
import { openContent } from '../open-content.ts'
import { printLines } from '../printable.ts'

const maxPlayers = 10

const messages: RefusalMessages = {
  PAYMENT_NOT_FOUND: () => 'There is no such payment; "orders find" looks for one.',
  PURCHASE_NOT_FOUND: () => 'The player does not have the item of this order.',
}

export function searchOrders(context: CommandContext, [text = '']: string[]): Promise<number> {
  const { print } = context
  return onDatabase(context, async ({ db }) => {
    const found = await findPlayers(db, text, maxPlayers + 1)
    const playerIds = found.slice(0, maxPlayers).map(({ id }) => id)
    const orders = await findOrders(db, text, { playerIds, limit: maxListed })
    context.setJson(orders)
    if (orders.length === 0) print('No order matches.')
    for (const order of orders) print(`  ${formatLine(order)}`)
    if (orders.length === maxListed) print(`  Only the newest ${maxListed} are listed.`)
    if (found.length > maxPlayers)
      print(
        `  More than ${maxPlayers} players match: only the orders of the newest ${maxPlayers} are listed.`,
      )
  })
}

export function showPendingOrders(
  context: CommandContext,
  _: string[],
  { project }: { project?: string },
): Promise<number> {
  const { print } = context
  return onDatabase(context, async ({ db }) => {
    const orders = await listPendingOrders(db, { project, limit: maxListed })
    context.setJson(orders)
    if (orders.length === 0) print('No payment is under way.')
    for (const order of orders) {
      print(`  ${formatLine(order)}${order.startedAt === null ? '' : `, since ${instant(order.startedAt)}`}`)
    }
    if (orders.length === maxListed) print(`  Only the oldest ${maxListed} are listed.`)
    if (orders.length > 0) print('To ask the provider about one: npm run hub -- orders reconcile <payment>')
  })
}

export function showOrder(context: CommandContext, [text = '']: string[]): Promise<number> {
  const { print } = context
  const show = async ({ db }: CommandDeps) => {
    const order = await readOrder(db, await expectOrderId(db, text))
    context.setJson(order)
    print(formatLine(order))
    for (const { provider, providerPaymentId, state } of order.attempts) {
      print(`Attempt at ${provider}: ${providerPaymentId ?? 'no payment yet'}, ${state}`)
    }
    printLines(context, formatTimeline(order.timeline))
  }
  return onDatabase(context, show, messages)
}

function formatLine(order: OrderSummary): string {
  const { id, playerId, project, title, status, provider, currency, amountMinor, refundedMinor } = order
  const amount =
    currency === null || amountMinor === null ? '' : ` ${formatMoney({ amountMinor, currency }, 'en')}`
  const refunded =
    currency === null || refundedMinor === 0
      ? ''
      : `, refunded ${formatMoney({ amountMinor: refundedMinor, currency }, 'en')}`
  const at = provider === null ? '' : ` through ${provider}`
  const created = instant(order.createdAt)
  return `${id}  ${created}  ${title} of ${project}, by player ${playerId}: ${status}${amount}${at}${refunded}`
}

export function reconcile(context: CommandContext, [text = '']: string[]): Promise<number> {
  return onOrder(context, text, async (deps, id) => {
    const attempts = await reconcileOrder(deps, id, toOperation(context))
    context.print(
      attempts === 0
        ? 'No payment was ever opened for this order: there is nothing to compare.'
        : `A running hub compares ${count(attempts, 'attempt')} with the provider now. To see the result: orders show ${id}`,
    )
  })
}

export function grantOrder(context: CommandContext, [text = '']: string[]): Promise<number> {
  return onOrder(context, text, async (deps, id) => {
    const { itemId, playerId } = await withCatalogue(context, (catalogue) =>
      grantItem({ ...deps, catalogue }, id, toOperation(context)),
    )
    context.print(`Player ${playerId} has ${itemId}.`)
  })
}

export function revokeOrder(context: CommandContext, [text = '']: string[]): Promise<number> {
  return onOrder(context, text, async (deps, id) => {
    const { itemId, playerId } = await withCatalogue(context, (catalogue) =>
      revokeItem({ ...deps, catalogue }, id, toOperation(context)),
    )
    context.print(`Player ${playerId} no longer has ${itemId} of this order. Nothing was refunded.`)
  })
}

/** @param text  A hub's or provider's payment id, or a receipt number. */
function onOrder(
  context: CommandContext,
  text: string,
  change: (deps: CommandDeps, orderId: string) => Promise<void>,
): Promise<number> {
  return onDatabase(context, async (deps) => change(deps, await expectOrderId(deps.db, text)), messages)
}

/** The content tells whether the project has a game server to inform. */
async function withCatalogue<T>(
  context: CommandContext,
  run: (catalogue: ReturnType<typeof openContent>) => Promise<T>,
): Promise<T> {
  const catalogue = openContent(context)
  try {
    return await run(catalogue)
  } finally {
    catalogue.close()
  }
}
