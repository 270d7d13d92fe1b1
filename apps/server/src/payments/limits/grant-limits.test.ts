import type { OperatorRole } from '@playhub/contract/operator'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import {
  boosters,
  hints,
  stripeCheckout,
  test as stripeTest,
} from '../../../test/support/payments/stripe-checkout.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { grantItem } from '../operator/orders.ts'

const addOperator = (hub: TestHub, role: OperatorRole) => addTestOperator(hub, { role, project: '*' })

/** @returns  the outcome: `ok` or the refusal */
async function decide(operator: OperatorClient, decision: 'grant' | 'revoke', id: string): Promise<string> {
  const { ok, body } = await operator.call(`POST /orders/{id}/${decision}`, {
    ...{ params: { id }, body: { reason: 'Goodwill' }, idempotencyKey: newId() },
  })
  return ok ? 'ok' : body.code
}

/** Unpaid orders, as a game server places several of one item. */
async function placeOrders(hub: TestHub, count: number): Promise<string[]> {
  const { order } = stripeCheckout(hub)
  const player = await hub.logIn()
  const ids: string[] = []
  while (ids.length < count) {
    ids.push(await order(player))
    await hub.context.db.updateTable('orders').set({ openItem: null }).execute()
  }
  return ids
}

test('support gives a number of items a day, also when it gives them all at once, and an owner any number', async ({
  hub,
}) => {
  const [owner, support] = [await addOperator(hub, 'owner'), await addOperator(hub, 'support')]
  const { console: settings } = hub.context.catalogue.content().hub
  expect(settings.limits.grantsPerDay).toBe(20)
  settings.limits = { grantsPerDay: 4 }
  const orders = await placeOrders(hub, 7)
  const [first = ''] = orders
  const outcomes = await Promise.all(orders.map((id) => decide(support, 'grant', id)))
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(4)
  expect(outcomes.filter((outcome) => outcome === 'GRANTS_TOO_MANY')).toHaveLength(3)
  const given = orders.filter((_, place) => outcomes[place] === 'ok')
  const left = orders.filter((_, place) => outcomes[place] !== 'ok')
  expect(await hub.context.db.selectFrom('purchases').select('id').execute()).toHaveLength(4)
  // A repeated decision changes nothing, and so counts nothing.
  expect(await decide(support, 'grant', given[0] ?? first)).toBe('ok')
  expect(await decide(support, 'revoke', given[0] ?? first)).toBe('ok')
  expect(await decide(support, 'grant', given[0] ?? first)).toBe('GRANTS_TOO_MANY')
  const refused = await hub.context.db
    .selectFrom('auditLog')
    .select('after')
    .where('action', '=', 'call.refused')
    .execute()
  expect(refused).toHaveLength(4)
  expect(refused[0]?.after).toContain('GRANTS_TOO_MANY')
  expect(await decide(owner, 'grant', left[0] ?? '')).toBe('ok')
  const grant = (id = '') => {
    const operation = { operator: 'Olga', reason: 'Goodwill', operatorId: support.id }
    return grantItem(hub.context, id, operation)
  }
  await expect(grant(left[1])).rejects.toMatchObject({ code: 'GRANTS_TOO_MANY' })
  hub.clock.advance(DAY_MS)
  expect(await grant(left[1])).toMatchObject({ state: 'granted' })
})

test('support gives no item whose price is above the limit of refunds, in any currency', async ({ hub }) => {
  const { console: settings } = hub.context.catalogue.content().hub
  const [cheap = '', dear = '', third = ''] = await placeOrders(hub, 3)
  const [owner, support] = [await addOperator(hub, 'owner'), await addOperator(hub, 'support')]
  settings.refundLimits = { RUB: 98 }
  expect(await decide(support, 'grant', dear)).toBe('GRANT_LIMIT_EXCEEDED')
  settings.refundLimits = { USD: 0.98, RUB: 9999 }
  expect(await decide(support, 'grant', dear)).toBe('GRANT_LIMIT_EXCEEDED')
  expect(await decide(owner, 'grant', dear)).toBe('ok')
  settings.refundLimits = { USD: 0.99, RUB: 99 }
  expect(await decide(support, 'grant', cheap)).toBe('ok')
  settings.limits = { grantsPerDay: 1 }
  expect(await decide(support, 'grant', third)).toBe('GRANTS_TOO_MANY')
})

const chest = 'islandm3-chest'
const offersTest = stripeTest.extend('hubOptions', {
  content: {
    islandm3: (yaml) =>
      `offers: ${JSON.stringify([
        { id: 'daily', kind: 'gift', items: [hints, hints, boosters], every: 'day' },
        { id: 'cheap', kind: 'sale', items: [boosters], percent: 80 },
        { id: 'more', kind: 'bonus', items: [chest], adds: [{ item: hints }] },
      ])}\n${yaml.replace(`  - id: ${chest}\n`, `  - id: ${chest}\n    contains: [{ item: ${boosters} }]\n`)}`,
  },
})

offersTest(
  'what support gives counts by list prices, with all that comes with it',
  async ({ hub, player, checkout }) => {
    const { console: settings } = hub.context.catalogue.content().hub
    await addOperator(hub, 'owner')
    const support = await addOperator(hub, 'support')
    const given = { project: 'islandm3', offerId: 'daily' }
    await hub.callOk('POST /offers/gifts/claim', { as: player, body: given })
    const { id: gift } = await hub.context.db.selectFrom('orders').select('id').executeTakeFirstOrThrow()
    expect(await decide(support, 'revoke', gift)).toBe('ok')
    const prices = [
      [gift, 4.47],
      [await checkout.order(player, boosters), 2.49],
      [await checkout.order(player, chest), 5.98],
    ] as const
    for (const [id, price] of prices) {
      settings.refundLimitsPerDay = { USD: 100, RUB: 10_000 }
      settings.refundLimits = { USD: Number((price - 0.01).toFixed(2)), RUB: 10_000 }
      expect(await decide(support, 'grant', id)).toBe('GRANT_LIMIT_EXCEEDED')
      settings.refundLimits = { USD: price, RUB: 10_000 }
      expect(await decide(support, 'grant', id)).toBe('ok')
    }
  },
)
