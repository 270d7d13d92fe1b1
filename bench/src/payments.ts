import { median } from './load.ts'
import type { Row } from './report.ts'
import { sell } from './sell.ts'
import { type Dialect, postgresUrl, startSellingHub } from './selling-hub.ts'

const concurrency = 48
const orders = 600
const runs = 3

/** Orders from creation to the delivered webhook and to the emailed receipt. */
export async function benchPayments(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const hub = await startSellingHub(dialect)
  try {
    await sell(hub, orders, { concurrency })
    const before = hub.cpuMs()
    const sold = []
    for (let run = 0; run < runs; run++) sold.push(await sell(hub, orders, { concurrency }))
    const cpuMs = (hub.cpuMs() - before) / (orders * runs)
    const note = `${orders} orders at once`
    return [
      {
        what: `orders paid per second (${dialect})`,
        value: median(sold.map((one) => one.paidPerSecond)),
        note,
      },
      {
        what: `orders with their receipt mailed per second (${dialect})`,
        value: median(sold.map((one) => one.mailedPerSecond)),
        note,
      },
      {
        what: `last webhook → last receipt mailed, ms (${dialect})`,
        value: median(sold.map((one) => one.backlogMs)),
        bar: 5000,
        atMost: true,
        note,
      },
      { what: `main thread per order with its receipt, ms (${dialect})`, value: cpuMs, note: '' },
      { what: `peak memory, MB (${dialect})`, value: hub.peakMemoryMb(), bar: 300, atMost: true, note: '' },
    ]
  } finally {
    await hub.close()
  }
}
