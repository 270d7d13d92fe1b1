import type { Place } from '../../platform/context.ts'
import type { Change, Operation, Order } from '../model/records.ts'

/** Everything the emulated merchant holds, except what it was told. */
export interface Ledger {
  orders: Map<string, Order>
  operations: Map<string, Operation>
  orderOfToken(token: string): Order | undefined
  /** The latest order of a hub payment. */
  orderOfHub(hubPaymentId: string): Order | undefined
  operationsOf(orderId: string): Operation[]
  operationNamed(externalOperationId: string): Operation | undefined
  keep(change: Change): void
  save(): SavedLedger
  load(saved: SavedLedger): void
}

export interface SavedLedger {
  orders: Order[]
  operations: Operation[]
}

export function createLedger(place: Pick<Place, 'changed'>): Ledger {
  const orders = new Map<string, Order>()
  const operations = new Map<string, Operation>()
  const byToken = new Map<string, string>()
  const byHubPayment = new Map<string, string>()

  const keepOrder = (order: Order) => {
    if (!orders.has(order.orderId)) {
      byToken.set(order.token, order.orderId)
      byHubPayment.set(hubPaymentOf(order), order.orderId)
    }
    orders.set(order.orderId, order)
  }
  const keepOperation = (operation: Operation) => operations.set(operation.operationId, operation)
  return {
    orders,
    operations,
    orderOfToken: (token) => orders.get(byToken.get(token) ?? ''),
    orderOfHub: (id) => orders.get(byHubPayment.get(id) ?? ''),
    operationsOf: (id) => [...operations.values()].filter(({ orderId }) => orderId === id),
    operationNamed: (id) =>
      [...operations.values()].find(({ externalOperationId }) => externalOperationId === id),
    keep({ order, operation }) {
      keepOrder(order)
      if (operation) keepOperation(operation)
      place.changed()
    },
    save: () => ({ orders: [...orders.values()], operations: [...operations.values()] }),
    load(saved) {
      for (const order of saved.orders) keepOrder(order)
      for (const operation of saved.operations) keepOperation(operation)
    },
  }
}

/** The hub names its own payment in the metadata, a JSON text; without one the order has the hub's own id. */
export function hubPaymentOf({ metadata, orderId }: Order): string {
  try {
    const named = JSON.parse(metadata ?? '')?.orderId
    return typeof named === 'string' ? named : orderId
  } catch {
    return orderId
  }
}
