import type { Place } from '../../platform/context.ts'
import type { Change, Charge, Dispute, Intent, Refund } from '../model/records.ts'

/** Everything the emulated Stripe account holds, except its events. */
export interface Ledger {
  intents: Map<string, Intent>
  charges: Map<string, Charge>
  refunds: Map<string, Refund>
  disputes: Map<string, Dispute>
  /** The latest intent of a hub payment. */
  intentOfHubPayment(hubPaymentId: string): Intent | undefined
  keep(change: Change): void
  save(): SavedLedger
  load(saved: SavedLedger): void
}

export interface SavedLedger {
  intents: Intent[]
  charges: Charge[]
  refunds: Refund[]
  disputes: Dispute[]
}

export function createLedger(place: Pick<Place, 'changed'>): Ledger {
  const intents = new Map<string, Intent>()
  const charges = new Map<string, Charge>()
  const refunds = new Map<string, Refund>()
  const disputes = new Map<string, Dispute>()
  const byHubPayment = new Map<string, string>()

  const keepIntent = (intent: Intent) => {
    if (!intents.has(intent.id)) {
      const hubPaymentId = hubPaymentOf(intent)
      if (hubPaymentId) byHubPayment.set(hubPaymentId, intent.id)
    }
    intents.set(intent.id, intent)
  }
  const keep = ({ intent, charge, refund, dispute }: Omit<Change, 'news'>) => {
    if (intent) keepIntent(intent)
    if (charge) charges.set(charge.id, charge)
    if (refund) refunds.set(refund.id, refund)
    if (dispute) disputes.set(dispute.id, dispute)
  }
  return {
    intents,
    charges,
    refunds,
    disputes,
    intentOfHubPayment: (id) => intents.get(byHubPayment.get(id) ?? ''),
    keep(change) {
      keep(change)
      place.changed()
    },
    save: () => ({
      intents: [...intents.values()],
      charges: [...charges.values()],
      refunds: [...refunds.values()],
      disputes: [...disputes.values()],
    }),
    load(saved) {
      for (const intent of saved.intents) keep({ intent })
      for (const charge of saved.charges) keep({ charge })
      for (const refund of saved.refunds) keep({ refund })
      for (const dispute of saved.disputes) keep({ dispute })
    },
  }
}

/** The hub names its own payment in the intent's metadata. */
export function hubPaymentOf(intent: Intent): string | null {
  return intent.metadata.orderId ?? null
}
