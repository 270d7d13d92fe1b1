import { setTimeout } from 'node:timers/promises'
import { buy } from '../buy.ts'
import type { Row } from '../report.ts'
import {
  type Buyer,
  type Dialect,
  logIn,
  postgresUrl,
  type SellingHub,
  startSellingHub,
} from '../selling-hub.ts'
import { call } from '../stub-services.ts'

/**
 * An hour by default: `SOAK_MINUTES=5 npm run bench -- soak`. Uses PostgreSQL if available, unless
 * `SOAK_DATABASE=sqlite`.
 */
const minutes = Number(process.env.SOAK_MINUTES ?? 60)
const dialect = (process.env.SOAK_DATABASE ?? (postgresUrl ? 'postgres' : 'sqlite')) as Dialect
const actionsPerSecond = Number(process.env.SOAK_RATE ?? 40)
const samples = 60

type Action = (hub: SellingHub, hubUrl: string, buyer: Buyer) => Promise<unknown>

const actions: { name: string; share: number; run: Action }[] = [
  { name: 'browse', share: 80, run: (_hubs, hubUrl) => browse(hubUrl) },
  { name: 'sign in', share: 5, run: renewLogin },
  { name: 'buy', share: 5, run: (hub, hubUrl, buyer) => buy(hub.services, hubUrl, buyer) },
  { name: 'history', share: 10, run: (_hubs, hubUrl, { jwt }) => readHistory(hubUrl, jwt) },
]

/** A typical day's mix of calls at a fixed rate, regardless of response time. */
export async function benchSoak(): Promise<Row[]> {
  const hub = await startSellingHub(dialect)
  try {
    const times = new Map(actions.map(({ name }) => [name, [] as number[]]))
    const memory: number[] = []
    const errors: unknown[] = []
    const durationMs = minutes * 60_000
    const start = performance.now()
    const open = new Set<Promise<void>>()
    for (let begun = 0; performance.now() - start < durationMs; begun++) {
      const now = performance.now() - start
      if (now >= (memory.length * durationMs) / samples) memory.push(hub.residentMb())
      const work = runOne(hub, begun, times).catch((error) => void errors.push(error))
      open.add(work)
      void work.finally(() => open.delete(work))
      await setTimeout(Math.max(0, (begun * 1000) / actionsPerSecond - now))
    }
    await Promise.all(open)
    for (const error of errors.slice(0, 3)) console.error(error)
    return report(times, memory, errors.length, hub.peakMemoryMb())
  } finally {
    await hub.close()
  }
}

async function runOne(hub: SellingHub, number: number, times: Map<string, number[]>): Promise<void> {
  const { name, run } = chooseAction(number)
  const buyer = hub.buyers[number % hub.buyers.length] as Buyer
  const start = performance.now()
  await run(hub, hub.hubUrl, buyer)
  times.get(name)?.push(performance.now() - start)
}

/** Picks by weight, in a pseudo-random order, the same in every run. */
function chooseAction(number: number): (typeof actions)[number] {
  let place = (number * 37) % 100
  for (const action of actions) {
    place -= action.share
    if (place < 0) return action
  }
  throw new Error('The shares of the actions must sum up to 100')
}

async function browse(hubUrl: string): Promise<void> {
  const response = await fetch(`${hubUrl}/games/en/`)
  if (!response.ok) throw new Error(`/games/en/: ${response.status}`)
  await response.arrayBuffer()
}

/** The hub ends a player's oldest login beyond a hundred. */
async function renewLogin(_hubs: SellingHub, hubUrl: string, buyer: Buyer): Promise<void> {
  Object.assign(buyer, await logIn(hubUrl, buyer.email))
}

const readHistory = (hubUrl: string, jwt: string) =>
  call('GET', `${hubUrl}/api/payments/get-user-payments?limit=20`, undefined, {
    authorization: `Bearer ${jwt}`,
  })

function report(times: Map<string, number[]>, memory: number[], errors: number, peakMb: number): Row[] {
  const on = `${dialect}, ${minutes} min at ${actionsPerSecond}/s`
  // The first quarter warms up.
  const early = mean(memory.slice(samples / 4, samples / 2))
  const late = mean(memory.slice(-samples / 4))
  const latencies = [...times].map(([name, values]) => {
    const sorted = values.toSorted((a, b) => a - b)
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    const note = `${sorted.length} calls, median ${at(0.5).toFixed(1)}`
    return { what: `${name}, p99 in ms (${on})`, value: at(0.99), note }
  })
  const megabytes = `${late.toFixed(0)} MB of ${early.toFixed(0)} MB, peak ${peakMb.toFixed(0)} MB`
  return [
    { what: `errors (${on})`, value: errors, bar: 0, atMost: true, note: '' },
    {
      what: `memory: last / second quarter (${on})`,
      value: late / early,
      bar: 1.1,
      atMost: true,
      note: megabytes,
    },
    ...latencies,
  ]
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
