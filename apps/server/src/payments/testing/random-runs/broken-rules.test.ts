/** Whether `any-order.test.ts` would webhook: the same lives with hubs that break one rule each. */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { MINUTE_MS } from '../../../platform/clock.ts'
import type { Provider } from '../../provider.ts'
import { stripeWay } from '../provider-cases.ts'
import { startWorld } from './environment.ts'
import { booksAgree } from './property.ts'

type Breach = { rule: string; broken: (provider: Provider) => Provider; found: RegExp }

const breaches: Breach[] = [
  {
    rule: 'takes an open payment for a paid one',
    broken: (provider) => ({
      ...provider,
      fetchPayment: async (id) => {
        const payment = await provider.fetchPayment(id)
        return payment.state === 'open'
          ? { ...payment, state: 'succeeded', received: stripeWay.price }
          : payment
      },
    }),
    found: /succeeded without a charge/,
  },
  {
    rule: 'hears of no dispute',
    broken: (provider) => ({
      ...provider,
      fetchDispute: async (id) => ({ ...(await stripeDispute(provider, id)), state: 'won' }),
      listDisputes: async () => [],
    }),
    found: /disputes: /,
  },
]

function stripeDispute(provider: Provider, id: string) {
  return provider.fetchDispute?.(id) ?? expect.unreachable()
}

test.each(breaches)(
  'a hub that $rule is found out',
  async ({ broken, found }) => {
    const world = await startWorld(onTestFinished, broken)
    const property = booksAgree(['stripe'], async () => world)
    const outcome = await fc.check(property, {
      numRuns: 100,
      seed: 2030,
      unbiased: true,
      endOnFailure: true,
    })
    expect(String(outcome.errorInstance)).toMatch(found)
  },
  5 * MINUTE_MS,
)
