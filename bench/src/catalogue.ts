import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureByTurns, median, responsesPerSecond } from './load.ts'
import { ports, type ServerProcess, startProcess } from './processes.ts'
import { type Row, ratio } from './report.ts'

const searchBarMs = 50
/** Searches are not cached, and every bench game contains these words. */
const rendered = '/games/en/?search=tropical+island'

/** Catalogues with 24 and 1 000 games: first page cached, first page rendered, and a search. */
export async function benchCatalogue(): Promise<Row[]> {
  const sizes = { few: 24, many: 1000 }
  const few = await startHubWith(sizes.few, ports.hub)
  const many = await startHubWith(sizes.many, ports.hub + 10)
  try {
    const searches = ['lantrn 77', 'island', 'остров', 'xyzzy']
    const measures = {
      few: () => responsesPerSecond({ url: `${few.url}/games/en/` }),
      many: () => responsesPerSecond({ url: `${many.url}/games/en/` }),
      fewRendered: () => pagesPerSecond(`${few.url}${rendered}`),
      manyRendered: () => pagesPerSecond(`${many.url}${rendered}`),
    }
    await measureByTurns(1, measures)
    const rates = await measureByTurns(3, measures)
    const [fewBytes, manyBytes] = (await Promise.all([few.url, many.url].map(measurePageBytes))) as [
      number,
      number,
    ]
    const searchTimes: number[] = []
    for (const search of searches) searchTimes.push(await searchMs(many.url, search))
    return [
      ratio('first page of 1 000 games / of 24', rates.many, rates.few, 0.8),
      ratio(
        'the same, as a search that is rendered for each request',
        rates.manyRendered,
        rates.fewRendered,
        0.6,
      ),
      {
        what: 'bytes of the first page of 1 000 games / of 24',
        value: manyBytes / fewBytes,
        bar: 1.1,
        atMost: true,
        note: `${manyBytes} of ${fewBytes}`,
      },
      {
        what: `slowest of four searches in 1 000 games / ${searchBarMs} ms`,
        value: Math.max(...searchTimes) / searchBarMs,
        bar: 1,
        atMost: true,
        note: `${Math.max(...searchTimes).toFixed(1)} ms`,
      },
    ]
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
}

export async function startHubWith(games: number, port: number): Promise<{ url: string } & ServerProcess> {
  const dir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const contentDir = join(dir, 'content')
  cpSync('content', contentDir, { recursive: true })
  const island = readFileSync('content/projects/islandm3.yaml', 'utf8')
    .replace(/^items:[\s\S]*?^(?=game:)/m, '')
    .replace(/ {2}shareArt: .*\n/, '')
  for (let number = 1; number <= games; number++) {
    const yaml = island.replace('en: Treasure Island M3', `en: Lantern ${number}`)
    writeFileSync(join(contentDir, `projects/lantern-${number}.yaml`), yaml)
  }
  const url = `http://127.0.0.1:${port}`
  const part = await startProcess(
    'scripts/start.ts',
    `${url}/readyz`,
    {
      PORT: String(port),
      DATA_DIR: join(dir, 'data'),
      CONTENT_DIR: contentDir,
      LOG_LEVEL: 'error',
    },
    ['hub'],
  )
  return {
    url,
    process: part.process,
    stop: async () => {
      await part.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const rounds = 40

/** Sequential requests. */
async function pagesPerSecond(url: string): Promise<number> {
  const start = performance.now()
  for (let round = 0; round < rounds; round++) {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`${url}: ${response.status}`)
    await response.text()
  }
  return (rounds * 1000) / (performance.now() - start)
}

async function measurePageBytes(url: string): Promise<number> {
  return (await (await fetch(`${url}/games/en/`)).arrayBuffer()).byteLength
}

async function searchMs(url: string, search: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await (await fetch(`${url}/api/control/find-games?search=${encodeURIComponent(search)}`)).text()
    times.push(performance.now() - start)
  }
  return median(times)
}
