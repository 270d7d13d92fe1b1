import { bareTransactionsPerSecond } from './floor/bare-transactions.ts'
import { median } from './load.ts'
import { ports } from './processes.ts'
import { type Row, ratio } from './report.ts'
import { sell } from './sell.ts'
import { buyerCount, type Dialect, postgresUrl, startSellingHubs } from './selling-hubs.ts'

const concurrency = buyerCount
const orders = 600
const rounds = 3

const floorServer = { script: 'bench/src/floor/order-floor.ts', args: [], port: ports.hub + 22 }

/**
 * Orders from creation to the delivered webhook and to the emailed receipt, compared with the same statements and
 * calls without a hub, and with bare transactions on the same kind of database.
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
    await sell(hubs, orders, { concurrency })
    await sell(floor, orders, { concurrency })
    const floorPaid: number[] = []
    const floorMailed: number[] = []
    const paid: number[] = []
    const mailed: number[] = []
    const backlogMs: number[] = []
    const bare: number[] = []
    const cpuMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      const least = await sell(floor, orders, { concurrency })
      floorPaid.push(least.paidPerSecond)
      floorMailed.push(least.mailedPerSecond)
      bare.push(await bareTransactionsPerSecond(dialect))
      const before = hubs.cpuMs()
      const sold = await sell(hubs, orders, { concurrency })
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
        median(floorPaid),
        0.8,
      ),
      ratio(
        `order created → receipt mailed / its statements and calls (${on})`,
        median(mailed),
        median(floorMailed),
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
