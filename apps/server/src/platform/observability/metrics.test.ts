import { expect, test } from 'vitest'
import { filePaid, startGameServer } from '../../../test/support/payments/game-server.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'

const token = 'a-collector-of-ours'

/** Values by name and labels, as Prometheus would keep them. */
async function collect({ url }: TestHub): Promise<Map<string, number>> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  expect(response.status).toBe(200)
  const lines = (await response.text()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]))
}

test('metrics count orders by status, webhooks, jobs and requests, and measure the event loop delay', async () => {
  const game = await startGameServer()
  const hub = await startTestHub({ env: { ...game.env, METRICS_TOKEN: token } })
  game.respondWith(() => ({ status: 410 }))
  await filePaid(hub, 'anna')
  await filePaid(hub, 'boris')
  const before = await collect(hub)
  expect(before.get('playhub_webhooks{state="waiting"}')).toBe(2)
  await hub.runDueJobs()
  const after = await collect(hub)
  expect(after.get('playhub_webhooks{state="waiting"}')).toBe(0)
  expect(after.get('playhub_webhooks{state="dead"}')).toBe(2)
  expect(after.get('playhub_orders_last_day{status="paid"}')).toBe(2)
  expect(after.get('playhub_orders_last_day{status="pending"}')).toBe(0)
  expect(after.get('playhub_jobs{state="dead"}')).toBeDefined()
  expect(after.get('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0)
  const series = 'playhub_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"}'
  expect(after.get(series)).toBeGreaterThan(0)
})

test('metrics need the token, and do not exist without one configured', async () => {
  const hub = await startTestHub({ env: { METRICS_TOKEN: token } })
  for (const authorization of ['', 'Bearer another-collector', `bearer${token}`]) {
    const response = await fetch(`${hub.url}/metrics`, { headers: { authorization } })
    expect(response.status).toBe(401)
    expect(await response.text()).not.toContain('playhub_')
  }
  const quiet = await startTestHub()
  expect((await fetch(`${quiet.url}/metrics`)).status).toBe(404)
})
