import { answersPerSecond, byTurns } from './load.ts'
import { hubUrl, ports, startPart } from './parts.ts'
import { type Row, ratio } from './report.ts'

/**
 * The load generator reads every body as text, and stumbles over compressed bytes for longer than the hub needs to send
 * them: the plain page is held to the bar, the compressed one only told.
 */
const browserHeaders = { accept: 'text/html', 'accept-encoding': 'gzip, br' }

/** The cached catalogue page and the games' data, against an empty Fastify route and bare `node:http`. */
export async function benchPages(): Promise<Row[]> {
  const fastifyUrl = `http://127.0.0.1:${ports.ceilings}/`
  const httpUrl = `http://127.0.0.1:${ports.ceilings + 1}/`
  const ceilings = await Promise.all([
    startPart('bench/src/ceilings.ts', fastifyUrl, {}, ['fastify', String(ports.ceilings)]),
    startPart('bench/src/ceilings.ts', httpUrl, {}, ['http', String(ports.ceilings + 1)]),
  ])
  try {
    const page = { url: `${hubUrl}/games/en/` }
    const compressed = { ...page, headers: browserHeaders }
    const games = { url: `${hubUrl}/api/control/get-games-data` }
    // Both sides need some ten thousand rounds before their code is compiled.
    for (const { url } of [page, games, { url: fastifyUrl }]) await answersPerSecond({ url, seconds: 4 })
    const rates = await byTurns(3, {
      fastify: () => answersPerSecond({ url: fastifyUrl }),
      http: () => answersPerSecond({ url: httpUrl }),
      page: () => answersPerSecond(page),
      compressed: () => answersPerSecond(compressed),
      games: () => answersPerSecond(games),
    })
    return [
      ratio('cached catalogue page / empty Fastify route', rates.page, rates.fastify, 0.7),
      ratio('cached catalogue page / bare node:http', rates.page, rates.http),
      ratio('the same, compressed / empty Fastify route', rates.compressed, rates.fastify),
      ratio('get-games-data / empty Fastify route', rates.games, rates.fastify, 0.7),
      ratio('get-games-data / bare node:http', rates.games, rates.http),
    ]
  } finally {
    await Promise.all(ceilings.map((part) => part.stop()))
  }
}
