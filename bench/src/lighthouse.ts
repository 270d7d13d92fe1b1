import { once } from 'node:events'
import { demoPlayer } from '@playhub/server/demo'
import { ensureChromium, quietFlags } from '@playhub/test-kit/chromium'
import { type LaunchedChrome, launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { logInOperator, operatorApi } from './console/log-in.ts'
import { median } from './load.ts'
import { hubUrl } from './processes.ts'
import type { Row } from './report.ts'
import { call } from './stub-services.ts'

type Scores = Record<string, number>
type Page = {
  name: string
  path: string
  bars: Scores
  limits: Scores
  /** The console's session. */
  cookie?: string
}

const publicBars: Scores = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Public-page limits: milliseconds, bytes and layout shift. */
const publicLimits: Scores = {
  'largest-contentful-paint': 1200,
  'cumulative-layout-shift': 0,
  'total-blocking-time': 50,
  'first script, bytes': 3 * 1024,
}
const asPublic = { bars: publicBars, limits: publicLimits }
/** A payment page has `noindex`, so SEO does not count. It is a shell, which shows nothing without the client. */
const asShell = {
  bars: { performance: 98, accessibility: 100, 'best-practices': 100 },
  limits: { ...publicLimits, 'largest-contentful-paint': 1500, 'total-blocking-time': 100 },
}

/**
 * Runs Lighthouse with its mid-range phone profile several times per page and reports medians.
 * @param runs  Set `LIGHTHOUSE_RUNS` for a quick look, and `LIGHTHOUSE_PAGES` to comma-separated names.
 */
export async function benchLighthouse(
  at = hubUrl,
  runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5),
): Promise<Row[]> {
  const pages: Page[] = [
    { name: 'catalogue', path: '/games/en/', ...asPublic },
    { name: 'game', path: '/games/en/islandm3/', ...asPublic },
    { name: 'prices', path: '/prices/islandm3', ...asPublic },
    { name: 'document', path: '/docs/terms.html', ...asPublic },
    { name: 'sign-in', path: '/session/login', ...asPublic },
    { name: 'payment', path: await createOrder(at), ...asShell },
    ...(await listConsolePages(at)),
  ]
  const chrome = await launch({
    chromePath: ensureChromium(),
    chromeFlags: ['--headless', ...quietFlags],
    ignoreDefaultFlags: false,
  })
  const rows: Row[] = []
  try {
    for (const page of pages.filter(isChosen)) rows.push(...(await benchPage(page, { chrome, at, runs })))
  } finally {
    chrome.kill()
  }
  return rows
}

function isChosen({ name }: Page): boolean {
  const { LIGHTHOUSE_PAGES } = process.env
  return !LIGHTHOUSE_PAGES || LIGHTHOUSE_PAGES.split(',').includes(name)
}

const asConsole = { bars: { accessibility: 100, 'best-practices': 100 }, limits: {} }

/** Every screen. Staff wait for no search engine, and their bundle has a budget of its own. */
async function listConsolePages(at: string): Promise<Page[]> {
  const cookie = await logInOperator(at)
  const first = async (list: string) => {
    const response = await fetch(`${at}${operatorApi}/${list}?limit=1`, { headers: { cookie } })
    const { data } = (await response.json()) as { data: { result: { id: string }[] } }
    return `${list}/${data.result[0]?.id}`
  }
  const single = await Promise.all(['orders', 'players', 'tickets', 'operators'].map(first))
  const lists = ['orders', 'refunds', 'disputes', 'players', 'tickets', 'replies', 'search?q=player', 'audit']
  const others = ['', 'finance', 'game-servers', 'game-servers/islandm3', 'operations', 'operators', 'me']
  return [
    { name: 'console login', path: '/console/sign-in', ...asConsole },
    ...[...others, ...lists, ...single].map((screen) => ({
      name: `console ${single.includes(screen) ? screen.replace(/s\/.*/, '') : screen || 'home'}`,
      path: `/console/${screen}`,
      ...asConsole,
      cookie,
    })),
  ]
}

/** Lighthouse clears the storage between runs, so the URL carries the login, as a game's link does. */
async function createOrder(at: string): Promise<string> {
  type LoggedIn = { data: { result: { jwt: string } } }
  const { email, password } = demoPlayer
  const credentials = JSON.stringify({ email, password })
  const { data } = await call<LoggedIn>('POST', `${at}/api/auth/login-by-email`, credentials)
  const { jwt } = data.result
  const body = JSON.stringify({ itemId: 'islandm3-chest' })
  const order = await call<{ id: string }>('POST', `${at}/api/payments/create`, body, {
    authorization: `Bearer ${jwt}`,
  })
  return `/payments/process/${order.id}?jwt=${jwt}`
}

type Run = { chrome: LaunchedChrome; at: string; runs: number }

async function benchPage(
  { name, path, bars, limits, cookie }: Page,
  { chrome, at, runs }: Run,
): Promise<Row[]> {
  const values: Record<string, number[]> = {}
  if (cookie) await setCookie(chrome.port, at, cookie)
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(at + path, {
      port: chrome.port,
      logLevel: 'error',
      disableStorageReset: cookie !== undefined,
    })
    if (!result) throw new Error('Lighthouse returned no result')
    if (run === 0) printFailures(name, result.lhr, Object.keys(bars))
    const { categories, audits } = result.lhr
    for (const category of Object.keys(bars))
      addValue(values, category, (categories[category]?.score ?? 0) * 100)
    for (const audit of Object.keys(limits))
      addValue(values, audit, audits[audit]?.numericValue ?? firstScript(audits))
  }
  const scores = Object.entries(bars).map(([category, bar]) =>
    row(`${name}: ${category}`, values[category], { bar }),
  )
  const metrics = Object.entries(limits).map(([audit, bar]) =>
    row(`  ${audit}`, values[audit], { bar, atMost: true }),
  )
  return [...scores, ...metrics]
}

/** Over the debugging protocol: Chromium ignores a cookie among Lighthouse's extra headers. */
async function setCookie(port: number, url: string, cookie: string): Promise<void> {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`)
  const { webSocketDebuggerUrl } = (await version.json()) as { webSocketDebuggerUrl: string }
  const [name, value] = cookie.split('=')
  const socket = new WebSocket(webSocketDebuggerUrl)
  await once(socket, 'open')
  socket.send(
    JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies: [{ name, value, url }] } }),
  )
  await once(socket, 'message')
  socket.close()
}

function addValue(values: Record<string, number[]>, name: string, value: number): void {
  values[name] = [...(values[name] ?? []), value]
}

function row(what: string, values: number[] = [], bar: Pick<Row, 'bar' | 'atMost'>): Row {
  return { what, value: median(values), ...bar, note: values.map((value) => value.toFixed(0)).join(' ') }
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** The transfer size of the page's first script, headers included. */
function firstScript(audits: Result['audits']): number {
  type Request = { resourceType: string; transferSize: number; networkRequestTime: number }
  const { details } = audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? (details.items as unknown as Request[]) : []
  const [first] = requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .toSorted((one, other) => one.networkRequestTime - other.networkRequestTime)
  return first?.transferSize ?? 0
}

/** Prints the audits keeping a category below 100. */
function printFailures(name: string, { categories, audits }: Result, chosen: string[]): void {
  for (const category of chosen) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const { score, title } = audits[id] ?? {}
      if (weight > 0 && typeof score === 'number' && score < 0.9)
        console.log(`  ${name}, ${category}: ${title} (${score})`)
    }
  }
}
