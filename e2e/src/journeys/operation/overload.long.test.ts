/** One IP floods a production hub with uncached pages while another one reads. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { Worker } from 'node:worker_threads'
import type { Flood } from '@playhub/test-kit/flood'
import { freePorts } from '@playhub/test-kit/free-ports'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../environment/content.ts'
import { exited, root, waitUntil } from '../../environment/environment.ts'

const connections = 300
const durationMs = 10_000
const reader = '127.0.0.3'
/** Production: 1. A machine that is busy with other work, such as CI, may need more. */
const slack = Number(process.env.OVERLOAD_SLACK ?? 1)

async function startProductionHub(): Promise<number> {
  const [port] = (await freePorts(1)) as [number]
  const hub = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: root,
    env: {
      ...process.env,
      HUB_MODE: 'production',
      PORT: String(port),
      SMTP_URL: 'smtp://127.0.0.1:1',
      DATA_DIR: temporaryFolder('overload'),
      LOG_LEVEL: 'error',
      DRAIN_SECONDS: '0',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  onTestFinished(async () => {
    hub.kill('SIGTERM')
    await exited(hub)
  })
  await waitUntil(async () => {
    if (hub.exitCode !== null) throw new Error('The hub did not start')
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined))?.ok || undefined
  }, 'the hub')
  return port
}

test(`under ${connections} connections of uncached pages, another address reads cached pages and /readyz`, async () => {
  const port = await startProductionHub()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())

  async function measure(path: string): Promise<{ status: number; ms: number }> {
    const startedAt = performance.now()
    const status = await new Promise<number>((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent, localAddress: reader }, (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
      }).on('error', reject)
    })
    return { status, ms: performance.now() - startedAt }
  }

  await measure('/games/en/')
  const workerData: Flood = { port, connections, localAddress: '127.0.0.2' }
  const flood = new Worker(new URL('../../../../packages/test-kit/src/flood.ts', import.meta.url), {
    workerData,
  })
  const samples: Record<string, number[]> = { '/games/en/': [], '/readyz': [] }
  const endsAt = performance.now() + durationMs
  while (performance.now() < endsAt) {
    for (const [path, times] of Object.entries(samples)) {
      const { status, ms } = await measure(path)
      expect([path, status]).toEqual([path, 200])
      times.push(ms)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  flood.postMessage('stop')
  const [responses] = await once(flood, 'message')
  const p99 = (times: number[] = []) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Infinity
  const figures = { page: p99(samples['/games/en/']), ready: p99(samples['/readyz']), responses }
  console.log('Under the flood:', JSON.stringify(figures))
  expect(figures.page).toBeLessThan(50 * slack)
  expect(figures.ready).toBeLessThan(100 * slack)
})
