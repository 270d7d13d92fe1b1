import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoOwner } from '@playhub/server/demo'
import { logInOperator, operatorApi } from '../console/log-in.ts'
import { median, percentile99 } from '../load.ts'
import type { Row } from '../report.ts'
import { type Dialect, postgresUrl, type SellingHub, startSellingHub } from '../selling-hub.ts'
import { fillInsights, projects, readSizeMb, writeProjects } from './fill-insights.ts'

const reads = 200
const readBarMs = 50
const yearBarMb = 1000
const plays = 3000
const concurrency = 16
/** Two percent of a core, for a million plays a day. */
const countingBarSeconds = 0.02 * 86_400

/** Screens and counting beside a year of thirty games that are played every day. */
export async function benchInsights(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const content = mkdtempSync(join(tmpdir(), 'playhub-bench-insights-'))
  writeProjects(content)
  let yearMb = 0
  const hub = await startSellingHub(
    dialect,
    async ({ context }) => {
      await context.operators.seedOwner(demoOwner)
      const emptyMb = await readSizeMb(context, dialect)
      await fillInsights(context, dialect)
      yearMb = (await readSizeMb(context, dialect)) - emptyMb
    },
    { CONTENT_DIR: content, TRUST_PROXY: 'true' },
  )
  try {
    const year = {
      what: `a year of ${projects.length} games, MB (${dialect})`,
      value: yearMb,
      bar: yearBarMb,
    }
    return [
      { ...year, atMost: true, note: 'every dimension full' },
      ...(await measureReads(hub, dialect)),
      await measureCounting(hub, dialect),
    ]
  } finally {
    await hub.close()
    rmSync(content, { recursive: true, force: true })
  }
}

async function measureReads({ hubUrl }: SellingHub, dialect: Dialect): Promise<Row[]> {
  const cookie = await logInOperator(hubUrl)
  const screens: Record<string, (call: number) => string> = {
    'one game, 30 days': (call) => `project=${projects[call % projects.length]}`,
    'one game, 90 days': (call) => `project=${projects[call % projects.length]}&${lastDays(90)}`,
    'one game, a year': (call) => `project=${projects[call % projects.length]}&${lastDays(365)}`,
    'all games, 30 days': () => '',
    'all games, a year': () => lastDays(365),
  }
  const rows: Row[] = []
  for (const [name, toQuery] of Object.entries(screens)) {
    const times: number[] = []
    for (let call = 0; call < reads + 3; call++) {
      const start = performance.now()
      const response = await fetch(`${hubUrl}${operatorApi}/insights?${toQuery(call)}`, {
        headers: { cookie },
      })
      await response.text()
      if (!response.ok) throw new Error(`GET /insights: ${response.status}`)
      times.push(performance.now() - start)
    }
    const warm = times.slice(3)
    rows.push({
      ...{ what: `insights of ${name}, p99 in ms (${dialect})`, value: percentile99(warm), bar: readBarMs },
      ...{ atMost: true, note: `median ${median(warm).toFixed(1)}` },
    })
  }
  return rows
}

function lastDays(count: number): string {
  const [from, to] = [count - 1, 0].map((age) =>
    new Date(Date.now() - age * 86_400_000).toISOString().slice(0, 10),
  )
  return `from=${from}&to=${to}`
}

/** Measures the additional CPU time of counting a million plays. */
async function measureCounting(hub: SellingHub, dialect: Dialect): Promise<Row> {
  await playGames(hub, plays / 10, true)
  const [counted, plain]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < 3; turn++) {
    plain.push(await playGames(hub, plays, false))
    counted.push(await playGames(hub, plays, true))
  }
  const toSeconds = (perPlayMs: number) => perPlayMs * 1000
  const [all, without] = [toSeconds(median(counted)), toSeconds(median(plain))]
  return {
    ...{ what: `counting of 1,000,000 plays, CPU seconds (${dialect})`, value: all - without },
    ...{
      bar: countingBarSeconds,
      atMost: true,
      note: `${all.toFixed(0)} with, ${without.toFixed(0)} without`,
    },
  }
}

/** @returns  CPU time of a play in ms */
async function playGames({ hubUrl, cpuMs }: SellingHub, count: number, isCounted: boolean): Promise<number> {
  const before = cpuMs()
  let begun = 0
  const playOn = async () => {
    while (begun++ < count) await playOnce(hubUrl, begun, isCounted)
  }
  await Promise.all(Array.from({ length: concurrency }, playOn))
  // Include the batches still in memory.
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  return (cpuMs() - before) / count
}

/** A page view, a start, a report and the last report. */
async function playOnce(hubUrl: string, number: number, isCounted: boolean): Promise<void> {
  const project = projects[number % projects.length]
  const visit = { device: 'phone', referrer: number % 3 === 0 ? `host-${number % 50}.example.org` : '' }
  const guest = {
    ...visit,
    isFirstToday: number % 2 === 0,
    isFirstEver: number % 4 === 0,
    dayNumber: number % 30,
  }
  const post = (path: string, body: object) => postFrom(hubUrl, number, path, body)
  if (isCounted) await post('/play/view', { project, visit })
  const { data } = await post('/play/start', { project })
  const { playId } = data.result
  const parts = (part: number) => (isCounted ? { visit: guest, part } : {})
  const loadMs = isCounted ? { loadMs: 500 + (number % 4000) } : {}
  await post('/play/report', { playId, activeSeconds: 0, ...parts(1), ...loadMs })
  await post('/play/report', { playId, activeSeconds: 0, ...parts(2) })
}

async function postFrom(hubUrl: string, number: number, path: string, body: object) {
  const response = await fetch(`${hubUrl}/api${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36',
      'x-forwarded-for': `10.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}`,
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { data: { result: { playId: string } } }
}
