/** Checks that `random-runs.test.ts` detects bugs: the same runs with hubs that break one rule each. */
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Provider } from '../../src/payments/provider.ts'
import { MINUTE_MS } from '../../src/platform/clock.ts'
import { stripeCase } from '../support/payments/provider-cases.ts'
import { startEnvironment } from './environment.ts'
import { consistencyProperty } from './property.ts'

type Bug = { rule: string; distort: (provider: Provider) => Provider; violation: RegExp }

const bugs: Bug[] = [
  {
    rule: 'treats an open payment as paid',
    distort: (provider) => ({
      ...provider,
      fetchPayment: async (id) => {
        const payment = await provider.fetchPayment(id)
        return payment.state === 'open'
          ? { ...payment, state: 'succeeded', received: stripeCase.price }
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
]

function stripeDispute(provider: Provider, id: string) {
  return provider.fetchDispute?.(id) ?? expect.unreachable()
}

test.each(bugs)(
  'a hub that $rule is detected',
  async ({ distort, violation }) => {
    const environment = await startEnvironment(onTestFinished, distort)
    const property = consistencyProperty(['stripe'], async () => environment)
    const outcome = await fc.check(property, {
      numRuns: 100,
      seed: 2030,
      unbiased: true,
      endOnFailure: true,
    })
    expect(String(outcome.errorInstance)).toMatch(violation)
  },
  5 * MINUTE_MS,
)
