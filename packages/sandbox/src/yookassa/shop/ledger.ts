import type { Place } from '../../platform/context.ts'
import type { Change, Payment, Receipt, Refund } from '../model/records.ts'

/** Everything the emulated shop holds, except what it told the hub. */
export interface Ledger {
  payments: Map<string, Payment>
  refunds: Map<string, Refund>
  receipts: Map<string, Receipt>
  paymentOfToken(token: string): Payment | undefined
  /** The latest payment of a hub payment. */
  paymentOfHub(hubPaymentId: string): Payment | undefined
  keep(change: Omit<Change, 'news'>): void
  save(): SavedLedger
  load(saved: SavedLedger): void
}

export interface SavedLedger {
  payments: Payment[]
  refunds: Refund[]
  receipts: Receipt[]
}

export function createLedger(place: Pick<Place, 'changed'>): Ledger {
  const payments = new Map<string, Payment>()
  const refunds = new Map<string, Refund>()
  const receipts = new Map<string, Receipt>()
  const byToken = new Map<string, string>()
  const byHubPayment = new Map<string, string>()

  const keepPayment = (payment: Payment) => {
    if (!payments.has(payment.id)) {
      byToken.set(payment.token, payment.id)
      const hubPaymentId = hubPaymentOf(payment)
      if (hubPaymentId) byHubPayment.set(hubPaymentId, payment.id)
    }
    payments.set(payment.id, payment)
  }
  const keep: Ledger['keep'] = ({ payment, refund, receipts: changed = [] }) => {
    if (payment) keepPayment(payment)
    if (refund) refunds.set(refund.id, refund)
    for (const receipt of changed) receipts.set(receipt.id, receipt)
  }
  return {
    payments,
    refunds,
    receipts,
    paymentOfToken: (token) => payments.get(byToken.get(token) ?? ''),
    paymentOfHub: (id) => payments.get(byHubPayment.get(id) ?? ''),
    keep(change) {
      keep(change)
      place.changed()
    },
    save: () => ({
      payments: [...payments.values()],
      refunds: [...refunds.values()],
      receipts: [...receipts.values()],
    }),
    load(saved) {
      for (const payment of saved.payments) keep({ payment })
      for (const refund of saved.refunds) keep({ refund })
      keep({ receipts: saved.receipts })
    },
  }
}

/** The hub names its own payment in the metadata. */
export function hubPaymentOf({ metadata }: Payment): string | null {
  return metadata.orderId ?? null
}
