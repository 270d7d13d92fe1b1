import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fixedResponsesPerSecond } from './fixed-response-load.ts'
import { measureByTurns } from './load.ts'
import { hubUrl, mainThreadMs, ports, type ServerProcess, startProcess } from './processes.ts'
import { type Row, ratio } from './report.ts'

const seconds = 4
const browserHeaders = { 'accept-encoding': 'gzip, br' }

/** The cached catalogue page and the game data, compared with an empty Fastify route and bare `node:http`. */
export async function benchPages(): Promise<Row[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'playhub-bench-'))
  const fastifyUrl = `http://127.0.0.1:${ports.baselines}/`
  const httpUrl = `http://127.0.0.1:${ports.baselines + 1}/`
  const env = { PORT: String(ports.hub), DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const servers = await Promise.all([
    startProcess('scripts/start.ts', `${hubUrl}/readyz`, env, ['hub']),
    startProcess('bench/src/baseline-server.ts', fastifyUrl, {}, ['fastify', String(ports.baselines)]),
    startProcess('bench/src/baseline-server.ts', httpUrl, {}, ['http', String(ports.baselines + 1)]),
  ])
  const [hub, fastify, http] = servers
  const pageUrl = `${hubUrl}/games/en/`
  const measures = {
    fastify: () => responsesPerCpuSecond(fastify, fastifyUrl),
    http: () => responsesPerCpuSecond(http, httpUrl),
    page: () => responsesPerCpuSecond(hub, pageUrl, browserHeaders),
    plain: () => responsesPerCpuSecond(hub, pageUrl),
    games: () => responsesPerCpuSecond(hub, `${hubUrl}/api/control/get-games-data`, browserHeaders),
  }
  try {
    // Warm-up: both sides need about ten thousand requests before their code is optimised.
    await measureByTurns(1, measures)
    const rates = await measureByTurns(5, measures)
    return [
      ratio('cached catalogue page / empty Fastify route', rates.page, rates.fastify, 0.5),
      ratio('cached catalogue page / bare node:http', rates.page, rates.http),
      ratio('the same page uncompressed / empty Fastify route', rates.plain, rates.fastify),
      ratio('get-games-data / empty Fastify route', rates.games, rates.fastify, 0.5),
      ratio('get-games-data / bare node:http', rates.games, rates.http),
    ]
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/**
 * Responses per CPU second on the server's main thread. The load generator and other processes share the cores, so
 * wall-clock time would include them. Falls back to wall-clock time where there is no /proc.
 */
export async function responsesPerCpuSecond(
  server: ServerProcess,
  url: string,
  headers?: Record<string, string>,
): Promise<number> {
  const before = mainThreadMs(server.process)
  const perSecond = await fixedResponsesPerSecond(url, headers, seconds)
  const busyMs = mainThreadMs(server.process) - before
  return busyMs === 0 ? perSecond : (perSecond * seconds * 1000) / busyMs
}
