import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Row } from './report.ts'
import { type Buyer, type Dialect, postgresUrl, type SellingHub, startSellingHub } from './selling-hub.ts'
import { call } from './stub-services.ts'

const writesPerSecond = 500
const writeSeconds = 15
const saveBytes = 4096
const writeBarMs = 20

const starts = 300
const startPauseMs = 20
const startKeys = 4
const startSaveBytes = 64 * 1024
const startBarMs = 30

/** A player may write a game's saves sixty times a minute, so many games share the rate. */
const projects = ['islandm3', 'familytown', 'neuroarena', 'nightcity', 'skyport']

/** Writes at a fixed rate, as autosaves arrive, and starts of a game with 256 KB of saves. */
export async function benchSaves(): Promise<Row[]> {
  const rows = await benchOn('sqlite')
  return postgresUrl ? [...rows, ...(await benchOn('postgres'))] : rows
}

async function benchOn(dialect: Dialect): Promise<Row[]> {
  const hub = await startSellingHub(dialect)
  try {
    const games = hub.buyers.flatMap((buyer) => projects.map((project) => openGame(buyer, project)))
    await writeAll(hub, games, 4)
    const cpuBefore = hub.cpuMs()
    const writes = await writeAll(hub, games, writeSeconds)
    const cpuMs = (hub.cpuMs() - cpuBefore) / writes.length
    const started = await measureStarts(hub)
    return [
      toRow(`save at ${writesPerSecond}/s, p99 in ms (${dialect})`, writes, writeBarMs),
      { what: `main thread per save, ms (${dialect})`, value: cpuMs, note: `${saveBytes} bytes` },
      toRow(`start with 256 KB of saves, p99 in ms (${dialect})`, started, startBarMs),
    ]
  } finally {
    await hub.close()
  }
}

/** `written` is the last write, whose version the next one needs. */
type Game = { buyer: Buyer; project: string; written: Promise<number> }

const openGame = (buyer: Buyer, project: string): Game => ({ buyer, project, written: Promise.resolve(0) })

/** Each write begins at its time, however long the ones before take. @returns  milliseconds from then */
async function writeAll(hub: SellingHub, games: Game[], seconds: number): Promise<number[]> {
  const startedAt = performance.now()
  const writes = Array.from({ length: writesPerSecond * seconds }, async (_, n) => {
    const at = startedAt + (n * 1000) / writesPerSecond
    await setTimeout(Math.max(0, at - performance.now()))
    const game = games[n % games.length] as Game
    game.written = game.written.then((version) => write(hub, game, version))
    await game.written
    return performance.now() - at
  })
  return Promise.all(writes)
}

async function write(hub: SellingHub, { buyer, project }: Game, ifVersion: number): Promise<number> {
  const body = { project, key: 'progress', value: createValue(saveBytes), ifVersion }
  const { data } = await send<{ data: { result: { version: number } } }>(hub, buyer, 'saves/write', body)
  return data.result.version
}

async function measureStarts(hub: SellingHub): Promise<number[]> {
  const buyer = hub.buyers[0] as Buyer
  const [project] = projects
  for (let key = 0; key < startKeys; key += 1) {
    const body = { project, key: `level-${key}`, value: createValue(startSaveBytes), ifVersion: 0 }
    await send(hub, buyer, 'saves/write', body)
  }
  const times: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const at = performance.now()
    await send(hub, buyer, 'start', { project })
    times.push(performance.now() - at)
    await setTimeout(startPauseMs)
  }
  return times
}

/** Incompressible JSON text. */
const createValue = (bytes: number) =>
  JSON.stringify(
    randomBytes(bytes)
      .toString('base64')
      .slice(0, bytes - 2),
  )

function send<T>({ hubUrl }: SellingHub, { jwt }: Buyer, path: string, body: object): Promise<T> {
  const headers = { authorization: `Bearer ${jwt}` }
  return call<T>('POST', `${hubUrl}/api/play/${path}`, JSON.stringify(body), headers)
}

function toRow(what: string, times: number[], bar: number): Row {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
  const note = `median ${at(0.5).toFixed(1)}, p90 ${at(0.9).toFixed(1)}, of ${times.length}`
  return { what, value: at(0.99), bar, atMost: true, note }
}
