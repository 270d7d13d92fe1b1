/** Checks that `random-runs.test.ts` detects bugs: the same runs with hubs breaking one rule each. */
import type { PaymentProvider } from '@playhub/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '../../src/payments/provider.ts'
import { MINUTE_MS } from '../../src/platform/clock.ts'
import { stripeCase } from '../support/payments/provider-cases.ts'
import { startEnvironment } from './environment.ts'
import { consistencyProperty } from './property.ts'

type Bug = {
  rule: string
  distort?: (provider: Provider) => Provider
  /** Default: Stripe. At YooKassa the hub takes prepayments. */
  provider?: PaymentProvider
  /** Undoes in the database what the hub writes. */
  triggers?: string[]
  violation: RegExp
}

/** With the offer for the first purchase. */
const priceOfFirstOrder = { ...stripeCase.price, amountMinor: 79 }

const bugs: Bug[] = [
  {
    rule: 'treats an open payment as paid',
    distort: (provider) => ({
      ...provider,
      fetchPayment: async (id) => {
        const payment = await provider.fetchPayment(id)
        return payment.state === 'open'
          ? { ...payment, state: 'succeeded', received: priceOfFirstOrder }
          : payment
      },
    }),
    violation: /succeeded without a charge/,
  },
  {
    rule: 'ignores disputes',
    distort: (provider) => ({
      ...provider,
      fetchDispute: async (id) => ({ ...(await stripeDispute(provider, id)), state: 'won' }),
      listDisputes: async () => [],
    }),
    violation: /disputes: /,
  },
  {
    rule: 'believes that prepayments are closed',
    provider: 'yookassa',
    distort: (provider) => ({
      ...provider,
      ...(provider.closePrepayment && {
        closePrepayment: async () => ({ receiptId: 'rt-1', state: 'registered' }),
      }),
    }),
    violation: /a prepayment of \d+ was closed by ,/,
  },
  {
    rule: 'sells an order again whose item was given away',
    triggers: [
      `create trigger reopen after update of closed_at on orders when new.closed_at is not null
        begin update orders set closed_at = null where id = new.id; end`,
      `create trigger resell before insert on purchases
        begin delete from purchases where order_id = new.order_id; end`,
    ],
    violation: /was given away and is paid|without a purchase of its own/,
  },
  {
    rule: 'returns a given order to the player who buys the item again',
    triggers: [
      `create trigger resume after update of closed_at on orders when new.closed_at is not null
        begin update orders set closed_at = null, open_item = new.item_id where id = new.id; end`,
    ],
    violation: /order that is over was returned|is over and blocks/,
  },
  {
    rule: 'leaves the item of a declared withdrawal to the game',
    triggers: [
      `create trigger unlock after insert on jobs when new.kind = 'payments.email-withdrawal'
        begin update purchases set state = 'granted' where order_id =
          (select order_id from refunds where id = json_extract(new.payload, '$.refundId')); end`,
    ],
    violation: /a withdrawal is declared and the item granted/,
  },
  {
    rule: 'locks an item for ever when its withdrawal is not confirmed',
    triggers: [
      `create trigger stay_locked after update of state on purchases
        when old.state = 'frozen' and new.state = 'granted'
        begin update purchases set state = 'frozen' where id = new.id; end`,
    ],
    violation: /the purchase is frozen, with \d+ of \d+ refunded/,
  },
]

function stripeDispute(provider: Provider, id: string) {
  return provider.fetchDispute?.(id) ?? expect.unreachable()
}

test.for(bugs)(
  'a hub that $rule is detected',
  { timeout: 5 * MINUTE_MS },
  async ({ provider = 'stripe', distort, triggers = [], violation }, context) => {
    const isPostgres = process.env.TEST_DIALECT === 'postgres'
    if (triggers.length > 0 && isPostgres) return context.skip('The triggers are written for SQLite')
    const environment = await startEnvironment(onTestFinished, distort, provider === 'yookassa')
    for (const trigger of triggers) await sql.raw(trigger).execute(environment.db)
    const property = consistencyProperty([provider], async () => environment)
    const outcome = await fc.check(property, {
      numRuns: 100,
      seed: 2030,
      unbiased: true,
      endOnFailure: true,
    })
    expect(String(outcome.errorInstance)).toMatch(violation)
  },
)
