import { type LaunchedChrome, launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { demoPlayer } from '../../apps/server/src/demo.ts'
import { ensureChromium, quietFlags } from '../../scripts/chromium.ts'
import { median } from './load.ts'
import { hubUrl } from './parts.ts'
import { call } from './provider-stand-in.ts'
import type { Row } from './report.ts'

type Scores = Record<string, number>
type Place = { name: string; path: string; bars: Scores }

const open: Scores = { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 }
/** Pages that no search engine should find, so their SEO counts for nothing. */
const closed: Scores = { performance: 95, accessibility: 100, 'best-practices': 100 }
/** What a visitor of an open page waits for: milliseconds, bytes, and a share of the screen that jumps. */
const ceilings: Scores = {
  'largest-contentful-paint': 1200,
  'cumulative-layout-shift': 0,
  'total-blocking-time': 50,
  'first script, bytes': 3 * 1024,
}

/**
 * Lighthouse as on a mid-range phone, medians of several runs of each page.
 * @param runs  `LIGHTHOUSE_RUNS` is for a quick look, as is `LIGHTHOUSE_PAGES`: names of some pages, with commas.
 */
export async function benchLighthouse(
  at = hubUrl,
  runs = Number(process.env.LIGHTHOUSE_RUNS ?? 5),
): Promise<Row[]> {
  const places: Place[] = [
    { name: 'catalogue', path: '/games/en/', bars: open },
    { name: 'game', path: '/games/en/islandm3/', bars: open },
    { name: 'prices', path: '/prices/islandm3', bars: open },
    { name: 'document', path: '/docs/terms.html', bars: open },
    { name: 'sign-in', path: '/session/login', bars: closed },
    { name: 'payment', path: await newOrder(at), bars: closed },
  ]
  const chrome = await launch({
    chromePath: ensureChromium(),
    chromeFlags: ['--headless', ...quietFlags],
    ignoreDefaultFlags: false,
  })
  const rows: Row[] = []
  try {
    for (const place of places.filter(isWanted)) rows.push(...(await benchPlace(place, { chrome, at, runs })))
  } finally {
    chrome.kill()
  }
  return rows
}

function isWanted({ name }: Place): boolean {
  const { LIGHTHOUSE_PAGES } = process.env
  return !LIGHTHOUSE_PAGES || LIGHTHOUSE_PAGES.split(',').includes(name)
}

/** Lighthouse forgets every sign-in between two runs: the address brings one, as a game's page does. */
async function newOrder(at: string): Promise<string> {
  type SignedIn = { data: { result: { jwt: string } } }
  const { email, password } = demoPlayer
  const signIn = JSON.stringify({ email, password })
  const { data } = await call<SignedIn>('POST', `${at}/api/auth/login-by-email`, signIn)
  const { jwt } = data.result
  const asked = JSON.stringify({ itemId: 'islandm3-chest' })
  const order = await call<{ id: string }>('POST', `${at}/api/payments/create`, asked, {
    authorization: `Bearer ${jwt}`,
  })
  return `/payments/process/${order.id}?jwt=${jwt}`
}

type Setting = { chrome: LaunchedChrome; at: string; runs: number }

async function benchPlace({ name, path, bars }: Place, { chrome, at, runs }: Setting): Promise<Row[]> {
  const seen: Record<string, number[]> = {}
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(at + path, { port: chrome.port, logLevel: 'error' })
    if (!result) throw new Error('Lighthouse gave no result')
    if (run === 0) printFailures(name, result.lhr, Object.keys(bars))
    const { categories, audits } = result.lhr
    for (const category of Object.keys(bars)) note(seen, category, (categories[category]?.score ?? 0) * 100)
    for (const audit of Object.keys(ceilings))
      note(seen, audit, audits[audit]?.numericValue ?? firstScript(audits))
  }
  const scores = Object.entries(bars).map(([category, bar]) =>
    row(`${name}: ${category}`, seen[category], { bar }),
  )
  const facts = Object.entries(ceilings).map(([audit, bar]) =>
    row(`  ${audit}`, seen[audit], bars === open ? { bar, atMost: true } : {}),
  )
  return [...scores, ...facts]
}

function note(seen: Record<string, number[]>, name: string, value: number): void {
  seen[name] = [...(seen[name] ?? []), value]
}

function row(what: string, values: number[] = [], bar: Pick<Row, 'bar' | 'atMost'>): Row {
  return { what, value: median(values), ...bar, note: values.map((value) => value.toFixed(0)).join(' ') }
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** What the first script of the page weighs on the wire, its headers included. */
function firstScript(audits: Result['audits']): number {
  type Request = { resourceType: string; transferSize: number; networkRequestTime: number }
  const { details } = audits['network-requests'] ?? {}
  const requests = details?.type === 'table' ? (details.items as unknown as Request[]) : []
  const [first] = requests
    .filter(({ resourceType }) => resourceType === 'Script')
    .toSorted((one, other) => one.networkRequestTime - other.networkRequestTime)
  return first?.transferSize ?? 0
}

/** Names what keeps a category under 100, so that a miss can be mended. */
function printFailures(name: string, { categories, audits }: Result, wanted: string[]): void {
  for (const category of wanted) {
    for (const { id, weight } of categories[category]?.auditRefs ?? []) {
      const { score, title } = audits[id] ?? {}
      if (weight > 0 && typeof score === 'number' && score < 0.9)
        console.log(`  ${name}, ${category}: ${title} (${score})`)
    }
  }
}
