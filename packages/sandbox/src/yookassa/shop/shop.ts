import { type Telling, tellingOf } from '../../payments/emulator.ts'
import { createReplays, type Replays } from '../../payments/idempotency.ts'
import { createWebhooks, type Webhooks } from '../../payments/webhook-log.ts'
import { compressedRetriesMs } from '../../payments/webhook-queue.ts'
import type { Place } from '../../platform/context.ts'
import { createTimers } from '../../platform/timers.ts'
import { AFTERMATH_MS } from '../model/constants.ts'
import { expirePayment } from '../model/payment.ts'
import { owedReceipt } from '../model/receipt.ts'
import type { Change, Event, Payment, Receipt, Refund } from '../model/records.ts'
import { completeRefund, failRefund } from '../model/refund.ts'
import { renderPayment, renderRefund } from '../model/render.ts'
import { type CashRegister, createCashRegister } from './cash-register.ts'
import { createLedger, type Ledger } from './ledger.ts'

/** The one emulated YooKassa shop: its books, what it tells the hub, and what happens in it by itself. */
export interface Shop {
  readonly place: Place
  readonly ledger: Ledger
  readonly replays: Replays
  readonly webhooks: Webhooks
  readonly cashRegister: CashRegister
  /** Enters a change in the books and tells the world. A forged one is only told. */
  apply(change: Change, telling?: Telling): void
  save(): SavedShop
  load(saved: SavedShop): void
  close(): void
}

export interface SavedShop {
  ledger: ReturnType<Ledger['save']>
  replays: ReturnType<Replays['save']>
  webhooks: ReturnType<Webhooks['save']>
}

export function openShop(place: Place): Shop {
  const ledger = createLedger(place)
  const replays = createReplays(place.now)
  const timers = createTimers(place)
  const cashRegister = createCashRegister(ledger, timers, place)
  // YooKassa signs nothing: a forged notification differs from a genuine one only in being untrue.
  const webhooks = createWebhooks(place, '/webhooks/yookassa', {
    retryAfterMs: compressedRetriesMs,
    seal: ({ body }) => ({ body, headers: { 'content-type': 'application/json', 'user-agent': 'AHC/2.1' } }),
  })

  const apply: Shop['apply'] = (change, telling) => {
    const paymentId = change.payment?.id ?? change.refund?.paymentId ?? ''
    const usual = tellingOf(ledger.payments.get(paymentId)?.rig ?? {})
    const isForged = telling?.webhook === 'forge'
    if (!isForged) ledger.keep(change)
    for (const event of change.news) {
      webhooks.tell({ paymentId, event, body: bodyOf(event, change, place.url) }, telling ?? usual)
    }
    if (!isForged) planAftermath(change)
  }

  function planAftermath({ payment, refund, news }: Change): void {
    if (payment) planExpiry(payment)
    if (refund?.ending) planRefund(refund)
    if (payment && news.includes('payment.succeeded')) owe(owedReceipt(payment))
    if (payment && refund && news.includes('refund.succeeded')) owe(owedReceipt(payment, refund))
  }
  function planExpiry({ id, status, expiresAt }: Payment): void {
    if (status !== 'pending' && status !== 'waiting_for_capture') return
    timers.at(expiresAt, () => {
      const payment = ledger.payments.get(id)
      if (payment?.status === status && payment.expiresAt <= place.now()) apply(expirePayment(payment))
    })
  }
  function planRefund({ id }: Refund): void {
    timers.after(AFTERMATH_MS, () => {
      const refund = ledger.refunds.get(id)
      const payment = ledger.payments.get(refund?.paymentId ?? '')
      if (!refund?.ending || !payment) return
      if (payment.rig.refunds === 'pend') return planRefund(refund)
      apply(refund.ending === 'fail' ? failRefund(refund) : completeRefund(refund, payment))
    })
  }
  function owe(receipt: Receipt | null): void {
    if (receipt) cashRegister.enter(receipt)
  }

  return {
    place,
    ledger,
    replays,
    webhooks,
    apply,
    cashRegister,
    save: () => ({ ledger: ledger.save(), replays: replays.save(), webhooks: webhooks.save() }),
    load(saved) {
      ledger.load(saved.ledger)
      replays.load(saved.replays)
      webhooks.load(saved.webhooks)
      // What was about to happen when the sandbox stopped still happens.
      for (const payment of ledger.payments.values()) planExpiry(payment)
      for (const refund of ledger.refunds.values()) if (refund.ending) planRefund(refund)
      cashRegister.resume()
    },
    close() {
      timers.close()
      webhooks.close()
    },
  }
}

function bodyOf(event: Event, { payment, refund }: Change, ownUrl: string): string {
  const object =
    event === 'refund.succeeded' ? refund && renderRefund(refund) : payment && renderPayment(payment, ownUrl)
  return JSON.stringify({ type: 'notification', event, object }, null, 2)
}
