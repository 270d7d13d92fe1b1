import { demoOwner } from '@playhub/server/demo'
import { findOperatorByEmail } from '../../../apps/server/src/operators/operator-store.ts'
import { replaceGrants } from '../../../apps/server/src/operators/roles/role-store.ts'
import type { Row } from '../report.ts'
import { type Dialect, postgresUrl, type SellingHub, type Setup, startSellingHub } from '../selling-hub.ts'
import { calls, homeCalls, reportCalls, scopedCalls } from './console-calls.ts'
import { fillConsole, orders } from './fill-console.ts'
import { logInOperator, operatorApi } from './log-in.ts'

const repeats = 200
const pageBarMs = 50
const homeBarMs = 200
/** The first sum after a start, and sums over months, which are not cached. */
const reportBarMs = 1000
const exportBarMb = 300

/** Support in one project, whose lists are filtered by it. */
const scopedOwner = { ...demoOwner, email: 'support@playhub.example', name: 'Sasha Support' }

/** The console's calls with a million orders, 200,000 players and 100,000 tickets, one after another over HTTP. */
export async function benchConsole(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const hub = await startSellingHub(dialect, (setup) => prepare(setup, dialect), {
    WEBHOOK_RETENTION_DAYS: '3650',
  })
  try {
    return await measureConsole(hub, dialect)
  } finally {
    await hub.close()
  }
}

async function prepare({ context }: Pick<Setup, 'context'>, dialect: Dialect): Promise<void> {
  const { operators, db } = context
  for (const owner of [demoOwner, scopedOwner]) await operators.seedOwner(owner)
  const scoped = await findOperatorByEmail(db, scopedOwner.email)
  const granted = { grantedBy: 'bench', grantedAt: Date.now() }
  await replaceGrants(db as never, scoped?.id ?? '', [{ role: 'support', project: 'skyport' }], granted)
  const owner = await findOperatorByEmail(db, demoOwner.email)
  await fillConsole(context, dialect, owner?.id ?? '')
}

async function measureConsole(
  { hubUrl, peakMemoryMb }: Pick<SellingHub, 'hubUrl' | 'peakMemoryMb'>,
  dialect: Dialect,
): Promise<Row[]> {
  const owner = { hubUrl, cookie: await logInOperator(hubUrl) }
  const support = { hubUrl, cookie: await logInOperator(hubUrl, scopedOwner) }
  const cold = await timeCall(owner, '/home/sales')
  const rows: Row[] = [row(`home, first sales (${dialect})`, cold, reportBarMs, '')]
  const lists = [
    [calls, owner, pageBarMs],
    [scopedCalls, support, pageBarMs],
    [homeCalls, owner, homeBarMs],
    [reportCalls, owner, reportBarMs],
  ] as const
  for (const [named, caller, bar] of lists)
    for (const [name, path] of Object.entries(named)) {
      const { p50, p99 } = await measure(caller, path)
      rows.push(row(`${name} (${dialect})`, p99, bar, `median ${p50.toFixed(1)}`))
    }
  const before = peakMemoryMb()
  const { count, seconds } = await download(owner, '/orders/export')
  const note = `${count} orders in ${seconds.toFixed(0)} s; ${before.toFixed(0)} MB before it`
  if (count < orders) throw new Error(`The export ended early: ${note}`)
  return [
    ...rows,
    row(`export, MB above the peak before it (${dialect})`, peakMemoryMb() - before, exportBarMb, note),
  ]
}

function row(what: string, value: number, bar: number, note: string): Row {
  return { what, value, bar, atMost: true, note }
}

type Caller = { hubUrl: string; cookie: string }

async function measure(caller: Caller, path: (n: number) => string): Promise<{ p50: number; p99: number }> {
  for (let call = 0; call < 3; call++) await timeCall(caller, path(repeats + call))
  const times: number[] = []
  for (let call = 0; call < repeats; call++) times.push(await timeCall(caller, path(call)))
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(repeats * share)] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}

async function timeCall(caller: Caller, path: string): Promise<number> {
  const start = performance.now()
  await (await get(caller, path)).text()
  return performance.now() - start
}

async function get({ hubUrl, cookie }: Caller, path: string): Promise<Response> {
  const response = await fetch(`${hubUrl}${operatorApi}${path}`, { headers: { cookie } })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

async function download(caller: Caller, path: string): Promise<{ count: number; seconds: number }> {
  const start = performance.now()
  const { body } = await get(caller, path)
  let lines = 0
  for await (const chunk of body ?? [])
    lines += (chunk as Uint8Array).reduce((sum, byte) => sum + Number(byte === 10), 0)
  return { count: lines - 1, seconds: (performance.now() - start) / 1000 }
}
