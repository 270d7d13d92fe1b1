import { setTimeout } from 'node:timers/promises'
import { buy } from './buy.ts'
import type { Buyer, SellingHub } from './selling-hub.ts'

const maxBacklogMs = 120_000

export type Sold = { paidPerSecond: number; mailedPerSecond: number; backlogMs: number }

/**
 * Sells as fast as the hub allows, until every receipt is mailed. An order is paid when its webhook arrives, which is
 * after its commit.
 */
export async function sell(
  hub: SellingHub,
  count: number,
  { concurrency }: { concurrency: number },
): Promise<Sold> {
  const emailsBefore = hub.services.emailCount()
  const waiting = new Map<string, () => void>()
  hub.services.onWebhook(({ paymentId }) => void waiting.get(paymentId)?.())
  const waitForWebhook = (orderId: string) => new Promise<void>((resolve) => waiting.set(orderId, resolve))
  const start = performance.now()
  // Workers share no buyer: a player has one unpaid order per item.
  const turns = Array.from({ length: concurrency }, (_, worker) =>
    hub.buyers.filter((_, place) => place % concurrency === worker),
  )
  await buyInParallel(count, concurrency, (worker) => {
    const turn = turns[worker] as Buyer[]
    const buyer = turn.shift() as Buyer
    turn.push(buyer)
    return buy(hub.services, hub.hubUrl, buyer, waitForWebhook)
  })
  const paidMs = performance.now() - start
  await untilMailed(() => hub.services.emailCount() - emailsBefore >= count)
  const mailedMs = performance.now() - start
  return {
    paidPerSecond: (count * 1000) / paidMs,
    mailedPerSecond: (count * 1000) / mailedMs,
    backlogMs: mailedMs - paidMs,
  }
}

/** Buys `count` times; each worker starts its next order when its last one is done. */
export async function buyInParallel(
  count: number,
  concurrency: number,
  buyOnce: (worker: number) => Promise<void>,
): Promise<void> {
  let started = 0
  const work = async (worker: number) => {
    while (started < count) {
      started += 1
      await buyOnce(worker)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, (_, worker) => work(worker)))
}

async function untilMailed(areMailed: () => boolean): Promise<void> {
  for (const deadline = performance.now() + maxBacklogMs; !areMailed(); await setTimeout(5))
    if (performance.now() > deadline) throw new Error(`Receipts not mailed within ${maxBacklogMs} ms`)
}
