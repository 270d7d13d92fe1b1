import { expect } from 'vitest'
import { test } from '../../../test/support/payments/stripe-checkout.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { type Sales, sumSales } from '../../payments/operator/sales.ts'
import { DAY_MS } from '../../platform/clock.ts'

const sales = async (hub: TestHub, options = '') => (await readOnHub(hub, `sales${options}`)) as Sales[]

test('sales and refunds are summed on the day of each, by project, provider and currency', async ({
  hub,
  checkout,
  player,
}) => {
  const { orderId } = await checkout.buy(player)
  await checkout.buy(player)
  await checkout.buy(player, 'familytown-coins')
  await checkout.orderAndOpen(player)
  hub.clock.advance(DAY_MS)
  await runOnHub(hub, ['refund', orderId, '0.40', '--reason', 'Sorry'])
  await hub.runDueJobs()
  const none = { refunds: 0, refundedMinor: 0, disputesLost: 0, lostMinor: 0 }
  const stripe = { provider: 'stripe', currency: 'USD' }
  const [town, ...island] = await sales(hub)
  expect(town).toMatchObject({ day: '2030-01-01', project: 'familytown', ...stripe, orders: 1, ...none })
  expect(island).toEqual([
    {
      ...{
        day: '2030-01-01',
        project: 'islandm3',
        itemId: null,
        country: null,
        ...stripe,
        orders: 2,
        soldMinor: 198,
      },
      ...{ ...none, netMinor: 198, discountMinor: 0 },
    },
    {
      ...{
        day: '2030-01-02',
        project: 'islandm3',
        itemId: null,
        country: null,
        ...stripe,
        orders: 0,
        soldMinor: 0,
      },
      ...{ ...none, refunds: 1, refundedMinor: 40, netMinor: -40, discountMinor: 0 },
    },
  ])
  expect(await sales(hub, ' --from 2030-01-02 --to 2030-01-02')).toHaveLength(1)
  expect(await sales(hub, ' --to 2029-12-31')).toEqual([])
  const { printed } = await runOnHub(hub, 'sales --csv')
  expect(printed.split('\n')[0]).toBe(
    'Day,Project,Provider,Currency,Orders,Sold (in currency),Refunds,Refunded (in currency),' +
      'Lost disputes,Lost (in currency),Kept (in currency)',
  )
  expect(printed.split('\n').at(-1)).toBe('2030-01-02,islandm3,stripe,USD,0,0.00,1,0.40,0,0.00,-0.40')
  expect((await runOnHub(hub, 'sales --from yesterday')).code).toBe(1)
  expect((await runOnHub(hub, 'sales --unknown')).code).toBe(1)
})

test('sums beyond 32 bits stay exact', async ({ hub, checkout, player }) => {
  for (let orders = 0; orders < 2; orders++) await checkout.buy(player)
  await hub.context.db.updateTable('orders').set({ amountMinor: 3_000_000_001 }).execute()
  expect(await sumSales(hub.context.db, { from: 0, until: hub.clock.now() + 1 })).toMatchObject([
    { soldMinor: 6_000_000_002 },
  ])
})

test('sales are summed by item, of one project or item, and by the days of a time zone', async ({
  hub,
  checkout,
  player,
}) => {
  await checkout.buy(player)
  await checkout.buy(player, 'familytown-coins')
  const { orderId } = await checkout.buy(player)
  hub.clock.advance(DAY_MS)
  await runOnHub(hub, ['refund', orderId, '0.40', '--reason', 'Sorry'])
  await hub.runDueJobs()
  expect((await sales(hub, ' --project familytown')).map(({ project }) => project)).toEqual(['familytown'])
  expect(await sales(hub, ' --items --item familytown-coins')).toMatchObject([
    { itemId: 'familytown-coins', orders: 1 },
  ])
  // 2030-01-01T00:00Z is still the day before in New York.
  expect((await sales(hub, ' --zone America/New_York')).map(({ day, netMinor }) => [day, netMinor])).toEqual([
    ['2029-12-31', expect.any(Number)],
    ['2029-12-31', 198],
    ['2030-01-01', -40],
  ])
  expect(await sales(hub, ' --zone America/New_York --from 2030-01-02 --to 2030-01-03')).toEqual([])
  const { printed } = await runOnHub(hub, 'sales --items --zone Europe/Moscow --project familytown')
  expect(printed).toMatch(/^day +project +item +provider/)
  expect(printed).toContain('Days in Europe/Moscow')
  for (const options of ['--zone Mars/Base', '--from 2030-02-30', '--from 2030-01-02 --to 2030-01-01']) {
    expect((await runOnHub(hub, `sales ${options}`)).code).toBe(1)
  }
})
