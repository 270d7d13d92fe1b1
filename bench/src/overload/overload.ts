import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { percentile99 } from '../load.ts'
import { ports, startProcess } from '../processes.ts'
import type { Row } from '../report.ts'
import { type Buyer, type SellingHub, startSellingHub } from '../selling-hub.ts'
import { call } from '../stub-services.ts'
import type { Flood } from './flood.ts'
import type { OpenLoad, OpenLoadResult } from './open-load.ts'

const floodSeconds = 10
const connections = 300
const reader = '127.0.0.3'

/** Goodput and latency while the hub gets more requests than it can serve. */
export async function benchOverload(): Promise<Row[]> {
  return [...(await benchFlood()), ...(await benchGoodput())]
}

/** One IP floods a production hub with uncached pages while another one reads. */
async function benchFlood(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const url = `http://127.0.0.1:${ports.hub}`
  const hub = await startProcess('apps/server/src/main.ts', `${url}/readyz`, {
    HUB_MODE: 'production',
    PORT: String(ports.hub),
    SMTP_URL: 'smtp://127.0.0.1:1',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    DRAIN_SECONDS: '0',
  })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const samples: Record<string, number[]> = { '/games/en/': [], '/readyz': [] }
  try {
    await readMs('/games/en/', agent)
    const workerData: Flood = { port: ports.hub, connections, localAddress: '127.0.0.2' }
    const flood = new Worker(new URL('./flood.ts', import.meta.url), {
      workerData,
    })
    const endsAt = performance.now() + floodSeconds * 1000
    while (performance.now() < endsAt) {
      for (const [path, times] of Object.entries(samples)) times.push(await readMs(path, agent))
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    flood.postMessage('stop')
    await once(flood, 'message')
  } finally {
    agent.destroy()
    await hub.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  const row = (path: string, bar: number): Row => ({
    what: `${path} under ${connections} connections of uncached pages, p99 in ms`,
    value: percentile99(samples[path] ?? []),
    bar,
    atMost: true,
    note: `${samples[path]?.length} reads`,
  })
  return [row('/games/en/', 1000), row('/readyz', 1000)]
}

/** @throws Error  unless the status is 200 */
async function readMs(path: string, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  const status = await new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: ports.hub, path, agent, localAddress: reader }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    }).on('error', reject)
  })
  if (status !== 200) throw new Error(`${path}: ${status}`)
  return performance.now() - startedAt
}

const peakSeconds = 3
const overloadSeconds = 10
const deadlineMs = 1000
const pauseMs = 1500

/** Slow enough in the hub, so the load generator does not limit the rate. */
const historyPath = '/api/payments/get-user-payments?limit=50'

type Traffic = Pick<OpenLoad, 'method' | 'path' | 'headers' | 'body' | 'addresses'>

/** Goodput at twice the hub's saturation rate. Responses after more than a second do not count. */
async function benchGoodput(): Promise<Row[]> {
  const limits = {
    REQUESTS_PER_MINUTE: '1000000',
    PAGE_RENDERS_PER_MINUTE: '1000000',
    SERVER_REQUESTS_PER_MINUTE: '1000000',
    // The production setting.
    MAX_LOOP_DELAY_MS: '200',
  }
  const hub = await startSellingHub('sqlite', async () => {}, limits)
  try {
    const port = Number(new URL(hub.hubUrl).port)
    const pages: Traffic = {
      method: 'GET',
      path: '/games/en/?search=text#',
      headers: { accept: 'text/html' },
      addresses: 250,
    }
    const orders = await gameOrders(hub)
    const reads: Traffic = {
      method: 'GET',
      path: historyPath,
      headers: { authorization: `Bearer ${hub.buyers[0]?.jwt}` },
      addresses: 250,
    }
    const rows: Row[] = []
    for (const [what, traffic] of Object.entries({
      'uncached pages': pages,
      'pages of the history': reads,
      orders,
    })) {
      const peak = await peakPerSecond(port, traffic)
      const result = await runLoad({
        ...traffic,
        port,
        perSecond: 2 * peak,
        seconds: overloadSeconds,
        deadlineMs,
      })
      rows.push({
        what: `${what}: goodput at twice the saturating rate / peak`,
        value: result.goodPerSecond / peak,
        bar: 0.8,
        note: formatNote(result, peak),
      })
    }
    const peakOrders = await peakPerSecond(port, orders)
    const peakPages = await peakPerSecond(port, pages)
    const [pageLoad, buyers] = await Promise.all([
      runLoad({ ...pages, port, perSecond: 2 * peakPages, seconds: overloadSeconds, deadlineMs }),
      runLoad({ ...orders, port, perSecond: peakOrders / 5, seconds: overloadSeconds, deadlineMs }),
    ])
    rows.push({
      what: 'orders that succeed while guests ask for twice the pages that saturate the hub',
      value: (buyers.outcomes['200'] ?? 0) / sum(buyers.outcomes),
      bar: 0.99,
      note: `${formatNote(buyers, peakOrders / 5)}; pages: ${formatNote(pageLoad, peakPages)}`,
    })
    return rows
  } finally {
    await hub.close()
  }
}

/** Orders placed by a game server: each call creates one, while a player's own calls return the item's unpaid order. */
async function gameOrders({ buyers, hubUrl }: SellingHub): Promise<Traffic> {
  const { jwt, playerId } = buyers[0] as Buyer
  const opened = JSON.stringify({ project: 'islandm3' })
  await call('POST', `${hubUrl}/api/me/library/played`, opened, { authorization: `Bearer ${jwt}` })
  return {
    method: 'POST',
    path: '/api/server/v1/payments',
    headers: { authorization: 'Bearer sandbox_islandm3', 'content-type': 'application/json' },
    body: JSON.stringify({ itemId: 'islandm3-hints', playerId }),
    addresses: 250,
  }
}

/** The highest goodput over rates growing by 50 %. */
async function peakPerSecond(port: number, traffic: Traffic): Promise<number> {
  let peak = 0
  for (let perSecond = 100; ; perSecond *= 1.5) {
    const { goodPerSecond } = await runLoad({ ...traffic, port, perSecond, seconds: peakSeconds, deadlineMs })
    if (goodPerSecond > peak) peak = goodPerSecond
    if (goodPerSecond < 0.9 * perSecond) return peak
  }
}

async function runLoad(load: OpenLoad): Promise<OpenLoadResult> {
  const worker = new Worker(new URL('./open-load.ts', import.meta.url), { workerData: load })
  const [result] = (await once(worker, 'message')) as [OpenLoadResult]
  // Abandoned requests must not count for the next load.
  await new Promise((resolve) => setTimeout(resolve, pauseMs))
  return result
}

const sum = (outcomes: Record<string, number>) => Object.values(outcomes).reduce((a, b) => a + b, 0)

function formatNote({ goodPerSecond, outcomes, p99Ms }: OpenLoadResult, peak: number): string {
  const counts = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`)
  return `${goodPerSecond.toFixed(0)}/s of ${peak.toFixed(0)}/s, p99 ${p99Ms.toFixed(0)} ms, ${counts.join(', ')}`
}
