import type { Place } from '../../platform/context.ts'
import { createTimers } from '../../platform/timers.ts'
import type { Change, Charge, News } from '../model/records.ts'
import { completeRefund, disputeCharge, failRefund } from '../model/refund.ts'
import {
  renderCharge,
  renderDispute,
  renderIntent,
  renderRefund,
  type StripeObject,
} from '../model/render.ts'
import { byItself, type Cause, createEvents, type Events, type SavedEvents } from './events.ts'
import { createLedger, type Ledger, type SavedLedger } from './ledger.ts'

/** How long a bank's second thoughts take. */
const AFTERMATH_MS = 1_500

/** The one emulated Stripe account: its books, its events, and what happens in it by itself. */
export interface Account {
  readonly place: Place
  readonly ledger: Ledger
  readonly events: Events
  nowS(): number
  nowMs(): number
  /** Enters a change in the books and tells the world. A forged one is only told. */
  apply(change: Change, cause: Cause): Change
  save(): { ledger: SavedLedger; events: SavedEvents }
  load(saved: { ledger: SavedLedger; events: SavedEvents }): void
  close(): void
}

export function openAccount(place: Place): Account {
  const ledger = createLedger(place)
  const events = createEvents(place)
  const timers = createTimers(place)

  const apply = (change: Change, cause: Cause): Change => {
    const isForged = cause.telling.webhook === 'forge'
    if (!isForged) ledger.keep(change)
    for (const news of change.news)
      events.tell(news.type, subjectOf(news, change, place.url), news.previous, cause)
    if (!isForged) planAftermath(change)
    return change
  }

  const later = (happen: () => Change | undefined) =>
    timers.after(AFTERMATH_MS, () => {
      const change = happen()
      if (change) apply(change, byItself)
    })

  function planAftermath({ charge, refund, news }: Change): void {
    if (charge && news.some(({ type }) => type === 'payment_intent.succeeded')) planDispute(charge)
    if (refund && news.some(({ type }) => type === 'refund.created')) planRefund(refund.id)
  }
  function planDispute({ id, method, isCaptured }: Charge): void {
    if (method.aftermath !== 'dispute' || !isCaptured) return
    later(() => {
      const charge = ledger.charges.get(id)
      return charge && !charge.isDisputed ? disputeCharge(charge, nowS()) : undefined
    })
  }
  function planRefund(id: string): void {
    const charge = ledger.charges.get(ledger.refunds.get(id)?.chargeId ?? '')
    if (!charge?.method.aftermath?.startsWith('refund')) return
    later(() => {
      const refund = ledger.refunds.get(id)
      const current = ledger.charges.get(charge.id)
      if (!refund || !current || refund.status === 'failed') return undefined
      if (charge.method.aftermath === 'refund-fails') return failRefund(refund, current)
      return refund.status === 'pending' ? completeRefund(refund) : undefined
    })
  }
  const nowS = () => Math.floor(place.now() / 1000)

  return {
    place,
    ledger,
    events,
    nowS,
    nowMs: place.now,
    apply,
    save: () => ({ ledger: ledger.save(), events: events.save() }),
    load(saved) {
      ledger.load(saved.ledger)
      events.load(saved.events)
      // What was about to happen when the sandbox stopped still happens.
      for (const charge of ledger.charges.values()) if (!charge.isDisputed) planDispute(charge)
      for (const refund of ledger.refunds.values()) if (refund.status !== 'failed') planRefund(refund.id)
    },
    close() {
      timers.close()
      events.close()
    },
  }
}

function subjectOf({ about }: News, change: Change, ownUrl: string): StripeObject {
  const { intent, charge, refund, dispute } = change
  if (about === 'intent' && intent) return renderIntent(intent, ownUrl)
  if (about === 'charge' && charge) return renderCharge(charge, ownUrl)
  if (about === 'refund' && refund) return renderRefund(refund)
  if (about === 'dispute' && dispute) return renderDispute(dispute)
  throw new TypeError(`News about a ${about} that did not change`)
}
