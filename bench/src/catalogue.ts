import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answersPerSecond, byTurns, median } from './load.ts'
import { ports, startPart } from './parts.ts'
import { type Row, ratio } from './report.ts'

const searchBarMs = 50
/** No search is kept, and every game of the bench has these words. */
const rendered = '/games/en/?search=tropical+island'

/** A catalogue of 24 games and one of 1 000: the first page as it is kept and as it is rendered, and a search. */
export async function benchCatalogue(): Promise<Row[]> {
  const sizes = { few: 24, many: 1000 }
  const few = await startHubWith(sizes.few, ports.hub)
  const many = await startHubWith(sizes.many, ports.hub + 10)
  try {
    const searched = ['lantrn 77', 'island', 'остров', 'xyzzy']
    const measures = {
      few: () => answersPerSecond({ url: `${few.url}/games/en/` }),
      many: () => answersPerSecond({ url: `${many.url}/games/en/` }),
      fewRendered: () => pagesPerSecond(`${few.url}${rendered}`),
      manyRendered: () => pagesPerSecond(`${many.url}${rendered}`),
    }
    await byTurns(1, measures)
    const rates = await byTurns(3, measures)
    const [fewBytes, manyBytes] = (await Promise.all([few.url, many.url].map(bytesOfPage))) as [
      number,
      number,
    ]
    const searches: number[] = []
    for (const words of searched) searches.push(await searchMs(many.url, words))
    return [
      ratio('first page of 1 000 games / of 24', rates.many, rates.few, 0.8),
      ratio('the same, searched and rendered anew', rates.manyRendered, rates.fewRendered, 0.6),
      {
        what: 'bytes of the first page of 1 000 games / of 24',
        value: manyBytes / fewBytes,
        bar: 1.1,
        atMost: true,
        note: `${manyBytes} of ${fewBytes}`,
      },
      {
        what: `the slowest kind of search in 1 000 games / ${searchBarMs} ms`,
        value: Math.max(...searches) / searchBarMs,
        bar: 1,
        atMost: true,
        note: `${Math.max(...searches).toFixed(1)} ms`,
      },
    ]
  } finally {
    await Promise.all([few.stop(), many.stop()])
  }
}

async function startHubWith(games: number, port: number): Promise<{ url: string; stop(): Promise<void> }> {
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
  const part = await startPart(
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
    stop: async () => {
      await part.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

const rounds = 40

/** One after another. */
async function pagesPerSecond(url: string): Promise<number> {
  const start = performance.now()
  for (let round = 0; round < rounds; round++) {
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    await answer.text()
  }
  return (rounds * 1000) / (performance.now() - start)
}

async function bytesOfPage(url: string): Promise<number> {
  return (await (await fetch(`${url}/games/en/`)).arrayBuffer()).byteLength
}

async function searchMs(url: string, words: string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const start = performance.now()
    await (await fetch(`${url}/api/control/find-games?search=${encodeURIComponent(words)}`)).text()
    times.push(performance.now() - start)
  }
  return median(times)
}
