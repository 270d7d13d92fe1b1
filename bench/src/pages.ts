import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sameAnswersPerSecond } from './lean-load.ts'
import { byTurns } from './load.ts'
import { hubUrl, mainThreadMs, type Part, ports, startPart } from './parts.ts'
import { type Row, ratio } from './report.ts'

const seconds = 4
const asBrowsersAsk = { 'accept-encoding': 'gzip, br' }

/** The cached catalogue page and the games' data, against an empty Fastify route and bare `node:http`. */
export async function benchPages(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const fastifyUrl = `http://127.0.0.1:${ports.ceilings}/`
  const httpUrl = `http://127.0.0.1:${ports.ceilings + 1}/`
  const env = { PORT: String(ports.hub), DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const servers = await Promise.all([
    startPart('scripts/start.ts', `${hubUrl}/readyz`, env, ['hub']),
    startPart('bench/src/ceilings.ts', fastifyUrl, {}, ['fastify', String(ports.ceilings)]),
    startPart('bench/src/ceilings.ts', httpUrl, {}, ['http', String(ports.ceilings + 1)]),
  ])
  const [hub, fastify, http] = servers
  const pageUrl = `${hubUrl}/games/en/`
  const measures = {
    fastify: () => answersPerBusySecond(fastify, fastifyUrl),
    http: () => answersPerBusySecond(http, httpUrl),
    page: () => answersPerBusySecond(hub, pageUrl, asBrowsersAsk),
    plain: () => answersPerBusySecond(hub, pageUrl),
    games: () => answersPerBusySecond(hub, `${hubUrl}/api/control/get-games-data`, asBrowsersAsk),
  }
  try {
    // Both sides need some ten thousand rounds before their code is compiled.
    await byTurns(1, measures)
    const rates = await byTurns(5, measures)
    return [
      ratio('cached catalogue page / empty Fastify route', rates.page, rates.fastify, 0.75),
      ratio('cached catalogue page / bare node:http', rates.page, rates.http),
      ratio('the same, not compressed / empty Fastify route', rates.plain, rates.fastify),
      ratio('get-games-data / empty Fastify route', rates.games, rates.fastify, 0.7),
      ratio('get-games-data / bare node:http', rates.games, rates.http),
    ]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Answers per second for which the server's main thread was busy: generator and neighbours share its processors, and by
 * the clock they are measured too. By the clock where the system does not tell.
 */
async function answersPerBusySecond(
  server: Part,
  url: string,
  headers?: Record<string, string>,
): Promise<number> {
  const before = mainThreadMs(server.process)
  const perSecond = await sameAnswersPerSecond(url, headers, seconds)
  const busyMs = mainThreadMs(server.process) - before
  return busyMs === 0 ? perSecond : (perSecond * seconds * 1000) / busyMs
}
