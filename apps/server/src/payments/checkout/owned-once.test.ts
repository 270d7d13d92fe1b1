/** One-time items that an order gives in a bundle, a gift or by an operator. */
import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import { withOffers } from '../../../test/support/offers/offers.ts'
import { boosters, hints } from '../../../test/support/payments/stripe-checkout.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { hasSeveralConnections } from '../../../test/support/test-database.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const chest = 'islandm3-chest'
const test = withOffers([{ id: 'present', kind: 'gift', items: [boosters], every: 'once' }], {
  [boosters]: { once: true },
  [chest]: { contains: [{ item: hints, quantity: 2 }, { item: boosters }] },
})

const claim = (hub: TestHub, as: Player) =>
  hub.callOk('POST /offers/gifts/claim', { as, body: { project: 'islandm3', offerId: 'present' } })

const decide = (hub: TestHub, decision: 'grant' | 'revoke', orderId: string) =>
  runOnHub(hub, ['orders', decision, orderId, '--by', 'olga', '--reason', 'Goodwill'])

async function expectClosed({ context: { db } }: TestHub, id: string): Promise<void> {
  const order = await db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(order).toMatchObject({
    status: 'none',
    closedAt: expect.any(Number),
    onceItem: null,
    openItem: null,
  })
  const attempts = await db.selectFrom('attempts').selectAll().where('orderId', '=', id).execute()
  expect(attempts.filter(({ state, supersededAt }) => state === 'open' && supersededAt === null)).toEqual([])
}

test('a claimed gift closes the form of its item and of a bundle with it', async ({
  hub,
  player,
  checkout,
}) => {
  const single = await checkout.order(player, boosters)
  await checkout.open(player, single)
  const bundle = await checkout.order(player, chest)
  await checkout.open(player, bundle)
  await claim(hub, player)
  await expectClosed(hub, single)
  await expectClosed(hub, bundle)
})

test('a gift with a one-time item is shown to players who do not have it', async ({
  hub,
  player,
  checkout,
}) => {
  const list = async () =>
    (await hub.callOk('GET /offers/gifts', { as: player, query: { project: 'islandm3' } })).data.result
  expect(await list()).toMatchObject([{ offerId: 'present', availableAt: null }])
  const { orderId } = await checkout.buy(player, chest)
  expect(await list()).toEqual([])
  await decide(hub, 'revoke', orderId)
  expect(await list()).toHaveLength(1)
})

test('a game server reads what the order of a bundle gives', async ({ hub, player, checkout }) => {
  const id = await checkout.order(player, chest)
  const { lines } = await hub.context.payments.forProject('islandm3').payment(id)
  expect(lines).toEqual([
    { itemId: hints, quantity: 2 },
    { itemId: boosters, quantity: 1 },
  ])
})

test('a bundle that an operator gives closes the form of its one-time item', async ({
  hub,
  player,
  checkout,
}) => {
  const single = await checkout.order(player, boosters)
  await checkout.open(player, single)
  const other = await checkout.order(player, hints)
  expect((await decide(hub, 'grant', await checkout.order(player, chest))).code).toBe(0)
  await expectClosed(hub, single)
  expect((await checkout.open(player, other)).id).toBeTruthy()
})

test('a one-time item that is paid or given closes the form of a bundle with it', async ({
  hub,
  player,
  checkout,
}) => {
  const bundle = await checkout.order(player, chest)
  await checkout.open(player, bundle)
  await checkout.buy(player, boosters)
  await expectClosed(hub, bundle)

  const second = await hub.logIn()
  const open = await checkout.order(second, chest)
  await checkout.open(second, open)
  expect((await decide(hub, 'grant', await checkout.order(second, boosters))).code).toBe(0)
  await expectClosed(hub, open)
})

test('an operator gives no second one-time item in a bundle or a gift', async ({ hub, player, checkout }) => {
  const bundle = await checkout.order(player, chest)
  const { orderId } = await checkout.buy(player, boosters)
  const refused = await decide(hub, 'grant', bundle)
  expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining('can have it only once') })
  expect((await checkout.purchases(player)).map(({ itemId }) => itemId)).toEqual([boosters])

  expect((await decide(hub, 'revoke', orderId)).code).toBe(0)
  expect((await decide(hub, 'grant', bundle)).code).toBe(0)
})

test.runIf(process.env.TEST_DIALECT === 'postgres' && hasSeveralConnections)(
  'two payments of one one-time item at once give it once, and return the other charge',
  async ({ hub, player, checkout }) => {
    const { db } = hub.context
    const bundle = await checkout.orderAndOpen(player, chest)
    const single = await checkout.orderAndOpen(player, boosters)
    await checkout.decide(bundle.intentId)
    await checkout.decide(single.intentId)
    let both: Promise<unknown>[] = []
    await db.transaction().execute(async (tx) => {
      // The bundle waits here after it has looked for what the player owns.
      await sql`lock table further_purchases in share mode`.execute(tx)
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const isBlocking = async (pid: number | undefined) => {
        const waiting = sql<{
          pid: number
        }>`select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
        return (await waiting.execute(db)).rows[0]?.pid
      }
      both = [checkout.get(player, bundle.orderId)]
      const paying = await vi.waitFor(async () => {
        const pid = await isBlocking(rows[0]?.pid)
        expect(pid).toBeDefined()
        return pid
      })
      const second = checkout.get(player, single.orderId)
      both.push(second)
      const isDone = second.then(() => true)
      await vi.waitFor(async () =>
        expect((await isBlocking(paying)) !== undefined || (await Promise.race([isDone, false]))).toBe(true),
      )
    })
    await Promise.all(both)
    for (let round = 0; round < 3; round++) await hub.passTime(5 * MINUTE_MS)
    const owned = (await checkout.purchases(player)).filter(({ itemId }) => itemId === boosters)
    expect(owned).toHaveLength(1)
    const refunds = await db.selectFrom('refunds').select('orderId').execute()
    expect(refunds.map(({ orderId }) => orderId)).toEqual([single.orderId])
  },
)
