/** One hub as several processes behind one port (`HUB_WORKERS`). */
import { Agent, request } from 'node:http'
import { postgresPrograms, startPostgres } from '@playhub/test-kit/postgres/postgres-server'
import { expect, onTestFinished, test } from 'vitest'
import { listChildPids, startEnvironment, waitUntil } from '../../environment/environment.ts'

const metricsToken = 'metrics-token-of-the-test'

/** Uses a new connection, because a kept one stays with its process. */
function get(url: string, headers: Record<string, string> = {}): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: new Agent({ keepAlive: false }) }, (response) => {
      let body = ''
      response.on('data', (chunk) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
    })
    sent.on('error', reject)
    sent.end()
  })
}

test('two processes share a port, their metrics and signals, and one that dies is replaced', async (context) => {
  if (!postgresPrograms()) return context.skip('PostgreSQL cannot be installed here')
  if (process.platform !== 'linux') return context.skip('There is no /proc here')
  const cleanups: (() => Promise<void>)[] = []
  onTestFinished(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })
  const database = await startPostgres({ onCleanup: (cleanup) => void cleanups.push(cleanup) })
  const env = { DATABASE_URL: database.url, HUB_WORKERS: '2', METRICS_TOKEN: metricsToken }
  const environment = await startEnvironment(env)
  cleanups.push(environment.close)
  const { hubUrl } = environment
  const [primary] = environment.hubPids() as [number]
  await waitUntil(async () => listChildPids(primary).length === 2 || undefined, 'two processes')

  const countResponses = async () => {
    const { status, body } = await get(`${hubUrl}/metrics`, { authorization: `Bearer ${metricsToken}` })
    expect(status).toBe(200)
    const [, count] =
      /^playhub_http_request_duration_seconds_count\{method="GET",route="\/api\/control\/get-initial-config",status="200"\} (\d+)$/m.exec(
        body,
      ) ?? []
    return Number(count ?? 0)
  }
  const before = await countResponses()
  for (let sent = 0; sent < 20; sent++)
    expect((await get(`${hubUrl}/api/control/get-initial-config`)).status).toBe(200)
  expect([await countResponses(), await countResponses()]).toEqual([before + 20, before + 20])

  const [killed] = listChildPids(primary) as [number]
  process.kill(killed, 'SIGKILL')
  await waitUntil(async () => !listChildPids(primary).includes(killed) || undefined, 'the end of a process')
  for (let sent = 0; sent < 10; sent++)
    expect((await get(`${hubUrl}/api/control/get-initial-config`)).status).toBe(200)
  await waitUntil(async () => listChildPids(primary).length === 2 || undefined, 'its replacement')

  expect(await environment.stopHub()).toBe(0)
})
