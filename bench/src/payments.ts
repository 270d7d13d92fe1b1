import { setTimeout } from 'node:timers/promises'
import { buy } from './buy.ts'
import { bareTransactionsPerSecond } from './floor/bare-transactions.ts'
import { median } from './load.ts'
import { ports } from './processes.ts'
import { type Row, ratio } from './report.ts'
import { type Buyer, type Dialect, postgresUrl, type SellingHubs, startSellingHubs } from './selling-hubs.ts'

const concurrency = 48
const orders = 600
const rounds = 3
const maxBacklogMs = 120_000

const floorServer = { script: 'bench/src/floor/order-floor.ts', args: [], port: ports.hub + 22 }

/**
 * Orders from creation to the delivered webhook, and to the receipt in the mail, against the same statements and
 * calls without a hub, and against bare transactions on the same kind of database.
 */
export async function benchPayments(): Promise<Row[]> {
  const rows = await benchOn('sqlite', 1)
  if (!postgresUrl) return rows
  return [...rows, ...(await benchOn('postgres', 1)), ...(await benchOn('postgres', 2))]
}

async function benchOn(dialect: Dialect, hubCount: number): Promise<Row[]> {
  const hubs = await startSellingHubs(dialect, hubCount)
  const floor = await startSellingHubs(dialect, hubCount, undefined, {}, floorServer)
  try {
    await sell(hubs, orders)
    await sell(floor, orders, false)
    const floors: number[] = []
    const paid: number[] = []
    const mailed: number[] = []
    const backlogMs: number[] = []
    const bare: number[] = []
    const cpuMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      floors.push((await sell(floor, orders, false)).paidPerSecond)
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
      ratio(
        `order created → paid by webhook / its statements and calls (${on})`,
        median(paid),
        median(floors),
        0.8,
      ),
      ratio(`order created → paid by webhook / bare transaction (${on})`, median(paid), median(bare)),
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
    await Promise.all([hubs.close(), floor.close()])
  }
}

type Sold = { paidPerSecond: number; mailedPerSecond: number; backlogMs: number }

/**
 * Sells as fast as the hubs allow, until every receipt is mailed. An order is paid when its webhook arrives, which is
 * after its commit.
 */
async function sell(hubs: SellingHubs, count: number, hasEmails = true): Promise<Sold> {
  const emailsBefore = hubs.services.emailCount()
  const waiting = new Map<string, () => void>()
  hubs.services.onWebhook(({ paymentId }) => void waiting.get(paymentId)?.())
  let started = 0
  const sellUntilDone = async (worker: number) => {
    const buyer = hubs.buyers[worker % hubs.buyers.length] as Buyer
    const hubUrl = hubs.hubUrls[worker % hubs.hubUrls.length] as string
    while (started < count) {
      started += 1
      await buy(
        hubs.services,
        hubUrl,
        buyer,
        (orderId) => new Promise((resolve) => waiting.set(orderId, resolve)),
      )
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => sellUntilDone(worker)))
  const paidMs = performance.now() - start
  if (hasEmails) await untilMailed(() => hubs.services.emailCount() - emailsBefore >= count)
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
