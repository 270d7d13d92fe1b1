import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { ensureChromium, quietFlags } from '../../scripts/chromium.ts'
import { median } from './load.ts'
import { hubUrl } from './parts.ts'
import type { Row } from './report.ts'

const bars = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 }

/** Lighthouse as on a mid-range phone, medians of several runs of the catalogue. */
export async function benchLighthouse(runs = 3): Promise<Row[]> {
  const scores: Record<string, number[]> = {}
  const facts: Record<string, number[]> = {}
  const chrome = await launch({
    chromePath: ensureChromium(),
    chromeFlags: ['--headless', ...quietFlags],
    ignoreDefaultFlags: false,
  })
  try {
    for (let run = 0; run < runs; run++) {
      const result = await lighthouse(`${hubUrl}/games/en/`, { port: chrome.port, logLevel: 'error' })
      if (!result) throw new Error('Lighthouse gave no result')
      const { categories, audits } = result.lhr
      for (const [name, { score }] of Object.entries(categories)) note(scores, name, (score ?? 0) * 100)
      for (const name of ['largest-contentful-paint', 'cumulative-layout-shift', 'total-blocking-time']) {
        note(facts, name, audits[name]?.numericValue ?? 0)
      }
      if (run === 0) printFailures(result.lhr)
    }
  } finally {
    chrome.kill()
  }
  const rows = Object.entries(bars).map(([name, bar]) => ({
    what: `Lighthouse mobile, catalogue: ${name}`,
    value: median(scores[name] ?? []),
    bar,
    note: (scores[name] ?? []).map((score) => score.toFixed(0)).join(' '),
  }))
  const more = Object.entries(facts).map(([name, values]) => ({
    what: `  ${name}`,
    value: median(values),
    note: '',
  }))
  return [...rows, ...more]
}

function note(values: Record<string, number[]>, name: string, value: number): void {
  values[name] = [...(values[name] ?? []), value]
}

type Result = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

/** Names what keeps a category under 100, so that a miss can be mended. */
function printFailures({ categories, audits }: Result): void {
  for (const { id, auditRefs } of Object.values(categories)) {
    for (const { id: audit, weight } of auditRefs) {
      const { score, title } = audits[audit] ?? {}
      if (weight > 0 && typeof score === 'number' && score < 0.9) console.log(`  ${id}: ${title} (${score})`)
    }
  }
}
