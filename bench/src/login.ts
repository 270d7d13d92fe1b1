import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { hash } from '@node-rs/argon2'
import { measureByTurns, median, p99LatencyMs, responsesPerSecond } from './load.ts'
import { type Row, ratio } from './report.ts'
import { createLoginPlayers, type Dialect, loginsOn, postgresUrl, startSellingHub } from './selling-hub.ts'

/** Turns are short because a shared machine's speed changes within seconds. */
const seconds = 2
const runs = 9

/** Email login over 64 connections, compared with the rate of the password hash alone on the same machine. */
export async function benchLogin(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const hub = await startSellingHub(dialect, createLoginPlayers, loopMonitor)
  try {
    const { hubUrl } = hub
    const login = { ...loginsOn(hubUrl), connections: 64, seconds }
    await responsesPerSecond({ ...login, seconds: 1 })
    await longestLoopBlockMs()
    const mainThread: number[] = []
    const rates = await measureByTurns(runs, {
      hashes: hashesPerSecond,
      logins: async () => {
        const before = hub.cpuMs()
        const perSecond = await responsesPerSecond(login)
        mainThread.push((hub.cpuMs() - before) / (perSecond * seconds))
        return perSecond
      },
    })
    const blockedMs = await longestLoopBlockMs()
    const headers = { authorization: `Bearer ${hub.buyers[0]?.jwt}` }
    const others = { url: `${hubUrl}/api/me`, headers, seconds: 5 }
    const [slowestMs] = await Promise.all([
      p99LatencyMs(others),
      responsesPerSecond({ ...login, seconds: 5 }),
    ])
    return [
      ratio(`email login / raw argon2id hashes (${dialect})`, rates.logins, rates.hashes, 0.9),
      { what: `main thread per login, ms (${dialect})`, value: median(mainThread), note: '' },
      {
        what: `other calls during logins, p99 in ms (${dialect})`,
        value: slowestMs,
        bar: 50,
        atMost: true,
        note: 'GET /api/me',
      },
      {
        what: `longest block of the event loop during logins, ms (${dialect})`,
        value: blockedMs,
        bar: 20,
        atMost: true,
        note: '',
      },
    ]
  } finally {
    await hub.close()
  }
}

/** `event-loop-monitor.ts` writes here on request. */
const loopFile = resolve('.cache/bench-loop')

/** Settings of a hub measured by `longestLoopBlockMs`. */
export const loopMonitor = {
  LOOP_FILE: loopFile,
  NODE_OPTIONS: `--import=${resolve('bench/src/event-loop-monitor.ts')}`,
}

/** The hub's longest event-loop block since the last request. */
export async function longestLoopBlockMs(): Promise<number> {
  rmSync(loopFile, { force: true })
  writeFileSync(`${loopFile}.request`, '')
  while (!existsSync(loopFile) || readFileSync(loopFile, 'utf8') === '') {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return Number(readFileSync(loopFile, 'utf8'))
}

/** Argon2id hashes on all cores, with the hub's parameters. */
export async function hashesPerSecond(): Promise<number> {
  const end = performance.now() + seconds * 1000
  let hashes = 0
  const worker = async () => {
    while (performance.now() < end) {
      await hash(randomUUID(), { memoryCost: 19456, timeCost: 2, parallelism: 1 })
      hashes += 1
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, worker))
  return hashes / seconds
}
