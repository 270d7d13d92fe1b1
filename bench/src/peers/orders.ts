import { median } from '../load.ts'
import { type Row, ratio } from '../report.ts'
import { buyInParallel, sell } from '../sell.ts'
import { startSellingHub } from '../selling-hub.ts'
import { openMedusa } from './medusa.ts'
import type { Shop } from './shop.ts'
import { openVendure } from './vendure.ts'

const clients = 16
const warmUps = 1
const runs = 3
/** A few seconds of work each. */
const orders = { hub: 800, vendure: 120, medusa: 48 }

/**
 * Order throughput compared with Vendure and Medusa on the same PostgreSQL server, interleaved. The hub's orders
 * count once webhook and receipt have arrived; theirs count once paid, which involves no provider call.
 */
export async function benchOrders(): Promise<Row[]> {
  await using opened = new AsyncDisposableStack()
  const hub = await startSellingHub('postgres')
  opened.defer(hub.close)
  const vendure = await openVendure(clients)
  opened.defer(vendure.close)
  const medusa = await openMedusa()
  opened.defer(medusa.close)
  const measured = {
    paid: [] as number[],
    mailed: [] as number[],
    vendure: [] as number[],
    medusa: [] as number[],
  }
  for (let run = 0; run < warmUps + runs; run++) {
    const { paidPerSecond, mailedPerSecond } = await sell(hub, orders.hub, { concurrency: clients })
    measured.paid.push(paidPerSecond)
    measured.mailed.push(mailedPerSecond)
    measured.vendure.push(await ordersPerSecond(vendure, orders.vendure))
    measured.medusa.push(await ordersPerSecond(medusa, orders.medusa))
  }
  const rate = (name: keyof typeof measured) => median(measured[name].slice(warmUps))
  const done = 'orders with webhook, receipt and mail: hub'
  return [
    ratio(`${done} / Vendure without them`, rate('mailed'), rate('vendure'), 5),
    ratio(`${done} / Medusa without them`, rate('mailed'), rate('medusa'), 30),
    ratio('orders paid: hub with webhook / Vendure', rate('paid'), rate('vendure')),
    ratio('orders paid: hub with webhook / Medusa', rate('paid'), rate('medusa')),
  ]
}

async function ordersPerSecond(shop: Shop, count: number): Promise<number> {
  const start = performance.now()
  await buyInParallel(count, clients, shop.buy)
  return (count * 1000) / (performance.now() - start)
}
