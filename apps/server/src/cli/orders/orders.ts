import { formatMoney } from '@playhub/contract'
import { findPlayers } from '../../accounts/index.ts'
import {
  findOrders,
  grantItem,
  type OrderSummary,
  readOrder,
  reconcileOrder,
  revokeItem,
} from '../../payments/index.ts'
import { formatTimeline } from '../../support/index.ts'
import {
  type CommandDeps,
  maxListed,
  type Operator,
  onChange,
  onDatabase,
  openContent,
  type RefusalMessages,
} from '../operator.ts'

const maxPlayers = 10

const messages: RefusalMessages = {
  PAYMENT_NOT_FOUND: () => 'There is no such payment; "orders find" looks for one.',
  PURCHASE_NOT_FOUND: () => 'The player does not have the item of this order.',
}

export function searchOrders(operator: Operator, text: string): Promise<number> {
  const { print } = operator
  return onDatabase(operator, async ({ db }) => {
    const players = await findPlayers(db, text, maxPlayers)
    const playerIds = players.map(({ id }) => id)
    const orders = await findOrders(db, text, { playerIds, limit: maxListed })
    operator.answer(orders)
    if (orders.length === 0) print('No order matches.')
    for (const order of orders) print(`  ${lineOf(order)}`)
    if (orders.length === maxListed) print(`  Only the newest ${maxListed} are listed.`)
  })
}

export function showOrder(operator: Operator, id: string): Promise<number> {
  const { print } = operator
  const show = async ({ db }: CommandDeps) => {
    const order = await readOrder(db, id)
    operator.answer(order)
    print(lineOf(order))
    for (const { provider, providerPaymentId, state } of order.attempts) {
      print(`Attempt at ${provider}: ${providerPaymentId ?? 'no payment yet'}, ${state}`)
    }
    print(formatTimeline(order.timeline))
  }
  return onDatabase(operator, show, messages)
}

function lineOf(order: OrderSummary): string {
  const { id, playerId, project, title, status, provider, currency, amountMinor, refundedMinor } = order
  const amount =
    currency === null || amountMinor === null ? '' : ` ${formatMoney({ amountMinor, currency }, 'en')}`
  const refunded =
    currency === null || refundedMinor === 0
      ? ''
      : `, refunded ${formatMoney({ amountMinor: refundedMinor, currency }, 'en')}`
  const at = provider === null ? '' : ` through ${provider}`
  const created = new Date(order.createdAt).toISOString()
  return `${id}  ${created}  ${title} of ${project}, by player ${playerId}: ${status}${amount}${at}${refunded}`
}

export function reconcile(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    const count = await reconcileOrder(deps, id, operation)
    operator.print(
      count === 0
        ? 'No payment was ever opened for this order: there is nothing to compare.'
        : `A running hub compares ${count} attempts with the provider now. To see the result: orders show ${id}`,
    )
  })
}

export function grantOrder(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    const { itemId, playerId } = await withCatalogue(operator, (catalogue) =>
      grantItem({ ...deps, catalogue }, id, operation),
    )
    operator.print(`Player ${playerId} has ${itemId}.`)
  })
}

export function revokeOrder(operator: Operator, id: string, more: string[]): Promise<number> {
  return onChange(operator, more, messages, async (deps, operation) => {
    const { itemId, playerId } = await withCatalogue(operator, (catalogue) =>
      revokeItem({ ...deps, catalogue }, id, operation),
    )
    operator.print(`Player ${playerId} no longer has ${itemId} of this order. Nothing was refunded.`)
  })
}

/** The content tells whether the project has a game server to inform. */
async function withCatalogue<T>(
  operator: Operator,
  run: (catalogue: ReturnType<typeof openContent>) => Promise<T>,
): Promise<T> {
  const catalogue = openContent(operator)
  try {
    return await run(catalogue)
  } finally {
    catalogue.close()
  }
}
