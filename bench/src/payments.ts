import { bareTransactionsPerSecond } from './bare-transactions.ts'
import { median } from './load.ts'
import { call } from './provider-stand-in.ts'
import { type Row, ratio } from './report.ts'
import { type Buyer, openShop, type Place, postgresUrl, type Shop } from './shop.ts'

const itemId = 'islandm3-hints'
const together = 48
const orders = 600
const rounds = 3

/** Orders from created to paid and told to the game server, against bare transactions on the same kind of database. */
export async function benchPayments(): Promise<Row[]> {
  const rows = await benchOn('sqlite', 1)
  if (!postgresUrl) return rows
  return [...rows, ...(await benchOn('postgres', 1)), ...(await benchOn('postgres', 2))]
}

async function benchOn(place: Place, hubs: number): Promise<Row[]> {
  const shop = await openShop(place, hubs)
  try {
    await sell(shop, orders)
    const paid: number[] = []
    const bare: number[] = []
    const cpuMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await bareTransactionsPerSecond(place))
      const before = shop.cpuMs()
      paid.push(await sell(shop, orders))
      cpuMs.push((shop.cpuMs() - before) / orders)
    }
    const on = `${place}, ${hubs === 1 ? 'one hub' : `${hubs} hubs`}`
    return [
      ratio(`order created → paid by webhook / bare transaction (${on})`, median(paid), median(bare), 0.5),
      { what: `main thread per paid order, ms (${on})`, value: median(cpuMs), note: '' },
    ]
  } finally {
    await shop.close()
  }
}

/**
 * Sells as fast as the hubs allow. An order counts when its game server has been told, which comes after its commit.
 * @returns orders per second.
 */
async function sell(shop: Shop, count: number): Promise<number> {
  const waiting = new Map<string, () => void>()
  shop.world.onWebhook(({ paymentId }) => void waiting.get(paymentId)?.())
  let begun = 0
  const sellUntilDone = async (seat: number) => {
    const buyer = shop.buyers[seat % shop.buyers.length] as Buyer
    const hubUrl = shop.hubUrls[seat % shop.hubUrls.length] as string
    while (begun < count) {
      begun += 1
      await buy(shop, hubUrl, buyer, (orderId) => new Promise((told) => waiting.set(orderId, told)))
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: together }, (_, seat) => sellUntilDone(seat)))
  return (count * 1000) / (performance.now() - start)
}

/** One order as the browser makes it; the buyer pays at the provider, which tells the hub. */
async function buy(
  { world }: Shop,
  hubUrl: string,
  { jwt }: Buyer,
  webhook: (orderId: string) => Promise<void>,
): Promise<void> {
  const authorization = { authorization: `Bearer ${jwt}` }
  const { id } = await call<{ id: string }>(
    'POST',
    `${hubUrl}/api/payments/create`,
    JSON.stringify({ itemId }),
    authorization,
  )
  const told = webhook(id)
  const intent = await call<{ id: string }>(
    'GET',
    `${hubUrl}/api/payments/stripe/create/${id}`,
    undefined,
    authorization,
  )
  await world.pay(intent.id, hubUrl)
  await told
}
