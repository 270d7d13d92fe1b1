import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureByTurns } from '../load.ts'
import { responsesPerCpuSecond } from '../pages.ts'
import { ports, startProcess } from '../processes.ts'
import { type Row, ratio } from '../report.ts'

/** Files of a build, compared with a bare @fastify/static route in the same run. */
export async function benchGameFiles(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'playhub-bench-files-'))
  writeFileSync(join(folder, '1k.bin'), randomBytes(1024))
  writeFileSync(join(folder, '1m.bin'), randomBytes(1024 * 1024))
  const [staticPort, gamesPort] = [ports.baselines, ports.baselines + 1]
  const start = (kind: string, port: number, url: string) =>
    startProcess('bench/src/game-files/files-server.ts', `${url}/1k.bin`, {}, [kind, String(port), folder])
  const staticUrl = `http://127.0.0.1:${staticPort}`
  const gamesUrl = `http://127.0.0.1:${gamesPort}/bench/v/1`
  const bare = await start('static', staticPort, staticUrl)
  const games = await start('games', gamesPort, gamesUrl)
  const measures = {
    staticSmall: () => responsesPerCpuSecond(bare, `${staticUrl}/1k.bin`),
    small: () => responsesPerCpuSecond(games, `${gamesUrl}/1k.bin`),
    staticLarge: () => responsesPerCpuSecond(bare, `${staticUrl}/1m.bin`),
    large: () => responsesPerCpuSecond(games, `${gamesUrl}/1m.bin`),
  }
  try {
    await measureByTurns(1, measures)
    const rates = await measureByTurns(5, measures)
    return [
      ratio('1 KB of a build / bare @fastify/static', rates.small, rates.staticSmall, 0.7),
      ratio('1 MB of a build / bare @fastify/static', rates.large, rates.staticLarge, 0.7),
    ]
  } finally {
    await Promise.all([bare.stop(), games.stop()])
    rmSync(folder, { recursive: true, force: true })
  }
}
