import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { takeInFolder } from '../../apps/server/src/catalogue/operator/publish.ts'
import { publishFile } from '../../apps/server/src/catalogue/versions/add-version.ts'
import { logInOperator, operatorApi } from './console/log-in.ts'
import { median, percentile99 } from './load.ts'
import { createHubContext, peakMemoryMb, ports, residentMb, startProcess } from './processes.ts'
import type { Row } from './report.ts'
import { createDatabase, type Dialect, postgresUrl } from './selling-hub.ts'

const projects = 1000
const itemsPerProject = 10
const versions = 500
const reads = 200
const publications = 40

const readBarMs = 100
const publishBarMs = 2000
const memoryBarMb = 350

const operation = { operator: 'Bench', reason: null }

/** Lists, forms and publications of a thousand projects in the database, one call after another over HTTP. */
export async function benchContent(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-bench-content-'))
  const database = dialect === 'postgres' ? await createDatabase() : null
  const hubUrl = `http://127.0.0.1:${ports.hub}`
  const env = {
    HUB_MODE: 'sandbox',
    PORT: String(ports.hub),
    PUBLIC_URL: hubUrl,
    SANDBOX_URL: `http://127.0.0.1:${ports.sandbox}`,
    SMTP_PORT: String(ports.smtp),
    DATA_DIR: join(dir, 'data'),
    DATABASE_URL: database?.url ?? '',
    CONTENT_DIR: join(dir, 'content'),
    LOG_LEVEL: 'error',
  }
  try {
    writeProjects(env.CONTENT_DIR)
    await publishVersions(env)
    const hub = await startProcess('apps/server/src/main.ts', `${hubUrl}/readyz`, env)
    try {
      const started = residentMb(hub.process)
      const readMb = () => residentMb(hub.process)
      const rows = await measure({ hubUrl, cookie: await logInOperator(hubUrl), readMb }, dialect)
      const note = `peak; ${started.toFixed(0)} after the start, ${residentMb(hub.process).toFixed(0)} now`
      return [...rows, row(`memory, MB (${dialect})`, peakMemoryMb(hub.process), memoryBarMb, note)]
    } finally {
      await hub.stop()
    }
  } finally {
    await database?.drop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function writeProjects(dir: string): void {
  cpSync('content', dir, { recursive: true })
  const sample = readFileSync('content/projects/islandm3.yaml', 'utf8')
  const [head = ''] = sample.split(/^items:/m)
  const game = sample.slice(sample.search(/^game:/m))
  for (let number = 0; number < projects; number++) {
    const items = Array.from(
      { length: itemsPerProject },
      (_, item) =>
        `  - id: item-${number}-${item}\n    title: { ru: Вещь ${item}, en: Item ${item} }\n    price: { RUB: 99, USD: 1.05 }\n`,
    )
    writeFileSync(join(dir, `projects/${toId(number)}.yaml`), `${head}items:\n${items.join('')}\n${game}`)
  }
}

const toId = (number: number) => `game-${number}`
const toPath = (number: number) => `projects/${toId(number)}.yaml`

async function publishVersions(env: Record<string, string>): Promise<void> {
  const context = await createHubContext(env)
  try {
    await takeInFolder(context, operation)
    for (let version = 2; version <= versions; version++) {
      const path = toPath((version * 7) % projects)
      const text = readFileSync(join(env.CONTENT_DIR ?? '', path), 'utf8')
      await publishFile(context, path, `${text}# Version ${version}\n`, operation)
    }
  } finally {
    await context.close()
  }
}

type Caller = { hubUrl: string; cookie: string; readMb(): number }

async function measure(caller: Caller, dialect: Dialect): Promise<Row[]> {
  const files = (number: number) =>
    `/content/drafts/${toId(number)}/files/${encodeURIComponent(toPath(number))}`
  const reading: Record<string, (n: number) => string> = {
    'list of projects': () => '/content',
    'form of a project': (n) => files((n * 13) % projects),
    'list of versions': () => '/content/versions?limit=50',
    'version of an import': () => '/content/versions/1',
    'version of one file': (n) => `/content/versions/${2 + (n % (versions - 2))}`,
  }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(reading)) {
    for (let n = 0; n < 3; n++) await timeCall(caller, 'GET', path(n))
    const times: number[] = []
    for (let n = 0; n < reads; n++) times.push((await timeCall(caller, 'GET', path(n))).ms)
    rows.push(toRow(`${name}, ms (${dialect})`, times, caller.readMb(), readBarMs))
  }
  const times: Record<'save' | 'draft' | 'publish', number[]> = { save: [], draft: [], publish: [] }
  for (let n = 0; n < publications; n++) {
    const number = (n * 17) % projects
    const { text, baseSha256 } = (await timeCall(caller, 'GET', files(number))).result
    const changed = String(text).replace('USD: 1.05', `USD: ${(2 + n / 100).toFixed(2)}`)
    const draft = `/content/drafts/${toId(number)}`
    times.save.push((await timeCall(caller, 'PUT', files(number), { text: changed, baseSha256 })).ms)
    times.draft.push((await timeCall(caller, 'GET', draft)).ms)
    times.publish.push((await timeCall(caller, 'POST', `${draft}/publish`, { reason: 'A bench' })).ms)
  }
  return [
    ...rows,
    toRow(`save of a form, ms (${dialect})`, times.save, caller.readMb()),
    toRow(`draft with its effects, ms (${dialect})`, times.draft, caller.readMb()),
    toRow(`publish, ms (${dialect})`, times.publish, caller.readMb(), publishBarMs),
  ]
}

const toRow = (what: string, times: number[], memoryMb: number, bar?: number): Row =>
  row(what, percentile99(times), bar, `median ${median(times).toFixed(1)}; then ${memoryMb.toFixed(0)} MB`)

const row = (what: string, value: number, bar: number | undefined, note: string): Row => ({
  ...{ what, value, atMost: true, note },
  ...(bar !== undefined && { bar }),
})

async function timeCall({ hubUrl, cookie }: Caller, method: string, path: string, body?: object) {
  const start = performance.now()
  const response = await fetch(`${hubUrl}${operatorApi}${path}`, {
    method,
    headers: { cookie, 'x-operator': '1', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return { ms: performance.now() - start, result: JSON.parse(text).data.result }
}
