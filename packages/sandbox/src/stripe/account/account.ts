import type { SandboxContext } from '../../platform/context.ts'
import { combineState, type Persistent } from '../../platform/state-file.ts'
import { Table } from '../../platform/table.ts'
import { createTimers } from '../../platform/timers.ts'
import { disputeCharge } from '../model/dispute.ts'
import type {
  Change,
  Charge,
  Customer,
  Dispute,
  Domain,
  EventDraft,
  Intent,
  Refund,
  SavedMethod,
} from '../model/records.ts'
import { completeRefund, failRefund } from '../model/refund.ts'
import {
  renderCharge,
  renderDispute,
  renderIntent,
  renderRefund,
  type StripeObject,
} from '../model/render.ts'
import { type Cause, createEvents, type Events, noRequest } from './events.ts'

/** Delay before the bank acts on a charge or a refund. */
const BANK_DELAY_MS = 1_500

/** The only emulated Stripe account: its records, its events and its scheduled transitions. */
export interface Account {
  readonly context: SandboxContext
  readonly intents: Table<Intent, 'hubPaymentId'>
  readonly charges: Table<Charge>
  readonly refunds: Table<Refund>
  readonly disputes: Table<Dispute>
  readonly customers: Table<Customer>
  readonly methods: Table<SavedMethod>
  readonly domains: Table<Domain>
  readonly events: Events
  readonly state: Persistent
  nowS(): number
  /** Stores a change and emits its events. A forged change only emits them. */
  apply<C extends Change>(change: C, cause: Cause): C
  close(): void
}

export function openAccount(context: SandboxContext): Account {
  const intents = new Table<Intent, 'hubPaymentId'>(({ id }) => id, { hubPaymentId: readHubPaymentId })
  const charges = new Table<Charge>(({ id }) => id)
  const refunds = new Table<Refund>(({ id }) => id)
  const disputes = new Table<Dispute>(({ id }) => id)
  const customers = new Table<Customer>(({ id }) => id)
  const methods = new Table<SavedMethod>(({ id }) => id)
  const domains = new Table<Domain>(({ id }) => id)
  const events = createEvents(context)
  const timers = createTimers(context)
  const nowS = () => Math.floor(context.now() / 1000)

  const apply = <C extends Change>(change: C, cause: Cause): C => {
    const isForged = cause.delivery.webhook === 'forge'
    if (!isForged) store(change)
    for (const event of change.events) {
      events.emit({ type: event.type, data: eventData(event, change, context.url) }, cause)
    }
    if (!isForged) scheduleBank(change)
    return change
  }

  function store({ intent, charge, refund, dispute, savedMethod }: Change): void {
    if (intent) intents.put(intent)
    if (charge) charges.put(charge)
    if (refund) refunds.put(refund)
    if (dispute) disputes.put(dispute)
    if (savedMethod) methods.put(savedMethod)
    context.stateChanged()
  }

  function scheduleBank({ charge, refund, events }: Change): void {
    if (charge && events.some(({ type }) => type === 'payment_intent.succeeded')) scheduleDispute(charge)
    if (refund && events.some(({ type }) => type === 'refund.created')) scheduleRefund(refund)
  }
  function scheduleDispute({ id, method, isCaptured }: Charge): void {
    if (method.delayedEffect !== 'dispute' || !isCaptured) return
    afterBankDelay(() => {
      const charge = charges.get(id)
      return charge && !charge.isDisputed ? disputeCharge(charge, nowS()) : undefined
    })
  }
  function scheduleRefund({ id, chargeId }: Refund): void {
    const delayedEffect = charges.get(chargeId)?.method.delayedEffect
    if (delayedEffect !== 'refund-pends' && delayedEffect !== 'refund-fails') return
    afterBankDelay(() => {
      const refund = refunds.get(id)
      const charge = charges.get(chargeId)
      if (!refund || !charge || refund.status === 'failed') return undefined
      if (delayedEffect === 'refund-fails') return failRefund(refund, charge)
      return refund.status === 'pending' ? completeRefund(refund) : undefined
    })
  }
  function afterBankDelay(transition: () => Change | undefined): void {
    timers.after(BANK_DELAY_MS, () => {
      const change = transition()
      if (change) apply(change, noRequest)
    })
  }
  function resumeSchedules(): void {
    for (const charge of charges.all()) if (!charge.isDisputed) scheduleDispute(charge)
    for (const refund of refunds.all()) if (refund.status !== 'failed') scheduleRefund(refund)
  }

  return {
    context,
    intents,
    charges,
    refunds,
    disputes,
    customers,
    methods,
    domains,
    events,
    state: combineState(
      'stripe',
      { intents, charges, refunds, disputes, customers, methods, domains, events },
      resumeSchedules,
    ),
    nowS,
    apply,
    close() {
      timers.close()
      events.close()
    },
  }
}

/** The hub writes its own payment id into the intent's metadata. */
export function readHubPaymentId({ metadata }: Intent): string | null {
  return metadata.orderId ?? null
}

function eventData({ type, object, previousAttributes }: EventDraft, change: Change, baseUrl: string) {
  const rendered = renderSubject(object, change, baseUrl)
  return previousAttributes && type.endsWith('.updated')
    ? { object: rendered, previous_attributes: previousAttributes }
    : { object: rendered }
}

function renderSubject(kind: EventDraft['object'], change: Change, baseUrl: string): StripeObject {
  const { intent, charge, refund, dispute } = change
  if (kind === 'intent' && intent) return renderIntent(intent, baseUrl)
  if (kind === 'charge' && charge) return renderCharge(charge, baseUrl)
  if (kind === 'refund' && refund) return renderRefund(refund)
  if (kind === 'dispute' && dispute) return renderDispute(dispute)
  throw new TypeError(`The change has an event about a ${kind} but no ${kind}`)
}
