import { setTimeout } from 'node:timers/promises'
import { bareTransactionsPerSecond } from './bare-transactions.ts'
import { median } from './load.ts'
import { type Row, ratio } from './report.ts'
import { type Buyer, type Dialect, postgresUrl, type SellingHubs, startSellingHubs } from './selling-hubs.ts'
import { call } from './stub-services.ts'

const itemId = 'islandm3-hints'
const concurrency = 48
const orders = 600
const rounds = 3
const maxBacklogMs = 120_000

/**
 * Orders from creation to the delivered webhook, and to the receipt in the mail, against bare transactions on the same
 * kind of database.
 */
export async function benchPayments(): Promise<Row[]> {
  const rows = await benchOn('sqlite', 1)
  if (!postgresUrl) return rows
  return [...rows, ...(await benchOn('postgres', 1)), ...(await benchOn('postgres', 2))]
}

async function benchOn(dialect: Dialect, hubCount: number): Promise<Row[]> {
  const hubs = await startSellingHubs(dialect, hubCount)
  try {
    await sell(hubs, orders)
    const paid: number[] = []
    const mailed: number[] = []
    const backlogMs: number[] = []
    const bare: number[] = []
    const cpuMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      bare.push(await bareTransactionsPerSecond(dialect))
      const before = hubs.cpuMs()
      const sold = await sell(hubs, orders)
      paid.push(sold.paidPerSecond)
      mailed.push(sold.mailedPerSecond)
      backlogMs.push(sold.backlogMs)
      cpuMs.push((hubs.cpuMs() - before) / orders)
    }
    const on = `${dialect}, ${hubCount === 1 ? 'one hub' : `${hubCount} hubs`}`
    return [
      ratio(`order created → paid by webhook / bare transaction (${on})`, median(paid), median(bare), 0.5),
      ratio(`order created → receipt mailed / bare transaction (${on})`, median(mailed), median(bare)),
      {
        what: `last webhook → last receipt mailed, ms (${on})`,
        value: median(backlogMs),
        bar: 5000,
        atMost: true,
        note: `${orders} orders at once`,
      },
      { what: `main thread per order with its receipt, ms (${on})`, value: median(cpuMs), note: '' },
      { what: `peak memory, MB (${on})`, value: hubs.peakMemoryMb(), bar: 300, atMost: true, note: '' },
    ]
  } finally {
    await hubs.close()
  }
}

type Sold = { paidPerSecond: number; mailedPerSecond: number; backlogMs: number }

/**
 * Sells as fast as the hubs allow, until every receipt is mailed. An order is paid when its webhook arrives, which is
 * after its commit.
 */
async function sell(hubs: SellingHubs, count: number): Promise<Sold> {
  const emailsBefore = hubs.services.emailCount()
  const waiting = new Map<string, () => void>()
  hubs.services.onWebhook(({ paymentId }) => void waiting.get(paymentId)?.())
  let started = 0
  const sellUntilDone = async (worker: number) => {
    const buyer = hubs.buyers[worker % hubs.buyers.length] as Buyer
    const hubUrl = hubs.hubUrls[worker % hubs.hubUrls.length] as string
    while (started < count) {
      started += 1
      await buy(hubs, hubUrl, buyer, (orderId) => new Promise((resolve) => waiting.set(orderId, resolve)))
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => sellUntilDone(worker)))
  const paidMs = performance.now() - start
  await untilMailed(() => hubs.services.emailCount() - emailsBefore >= count)
  const mailedMs = performance.now() - start
  return {
    paidPerSecond: (count * 1000) / paidMs,
    mailedPerSecond: (count * 1000) / mailedMs,
    backlogMs: mailedMs - paidMs,
  }
}

async function untilMailed(areMailed: () => boolean): Promise<void> {
  for (const deadline = performance.now() + maxBacklogMs; !areMailed(); await setTimeout(5))
    if (performance.now() > deadline) throw new Error(`Receipts not mailed within ${maxBacklogMs} ms`)
}

/** One order, called as the browser calls; the buyer pays at the stub provider, which sends its event to the hub. */
async function buy(
  { services }: SellingHubs,
  hubUrl: string,
  { jwt }: Buyer,
  webhookOf: (orderId: string) => Promise<void>,
): Promise<void> {
  const authorization = { authorization: `Bearer ${jwt}` }
  const { id } = await call<{ id: string }>(
    'POST',
    `${hubUrl}/api/payments/create`,
    JSON.stringify({ itemId }),
    authorization,
  )
  const delivered = webhookOf(id)
  const intent = await call<{ id: string }>(
    'GET',
    `${hubUrl}/api/payments/stripe/create/${id}`,
    undefined,
    authorization,
  )
  await services.pay(intent.id, hubUrl)
  await delivered
}
