import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { makeZip } from '@playhub/server/raw-zip'
import { createProjectKey } from '../../../apps/server/src/game-server-api/index.ts'
import { median, percentile99 } from '../load.ts'
import { longestLoopBlockMs, loopMonitor } from '../login.ts'
import type { Row } from '../report.ts'
import { startSellingHub } from '../selling-hub.ts'
import type { Upload } from './upload.ts'

const project = 'islandm3'
const fileCount = 5000
/** 300 MB in all, which is the largest archive. */
const fileBytes = 62_000
const quietSeconds = 5

/** The largest accepted build, in files and in bytes, while another client goes on calling. */
export async function benchPublish(): Promise<Row[]> {
  let key = ''
  const hub = await startSellingHub(
    'sqlite',
    async ({ context: { db, clock } }) => {
      const created = await createProjectKey(
        { db, clock },
        { project, name: 'bench', expiresAt: null, scope: 'builds' },
        { operator: 'bench', reason: '' },
      )
      key = created.key
    },
    loopMonitor,
  )
  const folder = mkdtempSync(join(tmpdir(), 'playhub-bench-publish-'))
  const archive = join(folder, 'game.zip')
  try {
    writeFileSync(archive, makeArchive())
    const callOnce = () =>
      fetch(`${hub.hubUrl}/api/me`, { headers: { authorization: `Bearer ${hub.buyers[0]?.jwt}` } })
    const quiet = await callUntil(
      callOnce,
      new Promise((resolve) => setTimeout(resolve, quietSeconds * 1000)),
    )
    await longestLoopBlockMs()
    const startedAt = performance.now()
    const publishing = publish({ url: `${hub.hubUrl}/api/server/v1/builds/archive`, key, archive })
    const busy = await callUntil(callOnce, publishing)
    await publishing
    const seconds = (performance.now() - startedAt) / 1000
    const blockedMs = await longestLoopBlockMs()
    writeFileSync(archive, makeZip([{ name: 'index.html', content: 'second' }]))
    await publish({ url: `${hub.hubUrl}/api/server/v1/builds/archive`, key, archive })
    const switchesMs = await measureSwitches(hub.hubUrl, key)
    const quietMs = percentile99(quiet).toFixed(1)
    return [
      {
        what: 'publish of 300 MB in 5,000 files, s',
        value: seconds,
        bar: 60,
        atMost: true,
        note: 'upload included',
      },
      {
        what: 'other calls meanwhile, p99 in ms',
        value: percentile99(busy),
        bar: 50,
        atMost: true,
        note: `${quietMs} ms before, ${busy.length} calls`,
      },
      {
        what: 'longest block of the event loop meanwhile, ms',
        value: blockedMs,
        note: 'CPU time of the main thread',
      },
      {
        what: 'switch to another build, slowest of 20, ms',
        value: Math.max(...switchesMs),
        bar: 100,
        atMost: true,
        note: `median ${median(switchesMs).toFixed(1)} ms`,
      },
    ]
  } finally {
    await hub.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Random bytes, stored, so nothing is saved by compressing. */
const makeArchive = () =>
  makeZip([
    { name: 'index.html', content: '<!doctype html><title>Bench</title>' },
    ...Array.from({ length: fileCount - 1 }, (_, n) => ({
      name: `assets/${n % 50}/${n}.bin`,
      content: randomBytes(fileBytes),
      method: 0,
    })),
  ])

async function publish(upload: Upload): Promise<void> {
  const worker = new Worker(new URL('./upload.ts', import.meta.url), { workerData: upload })
  await once(worker, 'message')
}

/** Gives players each of two builds in turn. A rollback is the same row. */
async function measureSwitches(hubUrl: string, key: string): Promise<number[]> {
  const url = `${hubUrl}/api/server/v1/builds`
  const headers = { authorization: `Bearer ${key}` }
  const { data } = (await (await fetch(url, { headers })).json()) as { data: { result: { id: string }[] } }
  const times: number[] = []
  for (let n = 0; n < 20; n++) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/${data.result[n % 2]?.id}/activate`, { method: 'POST', headers })
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
    times.push(performance.now() - startedAt)
  }
  return times
}

/** @returns  the milliseconds of each call, one every 20 ms */
async function callUntil(callOnce: () => Promise<Response>, ended: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isEnded = false
  const markEnded = () => {
    isEnded = true
  }
  ended.then(markEnded, markEnded)
  while (!isEnded) {
    const startedAt = performance.now()
    await (await callOnce()).arrayBuffer()
    times.push(performance.now() - startedAt)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return times
}
