import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyContent } from '../../test/support/content-copy.ts'
import { startTestHub } from '../../test/support/test-hub.ts'
import { DAY_MS } from '../platform/clock.ts'

const token = 'a-collector-of-ours'
const route = '/api/control/get-game-data'
const url = `${route}?projectName=islandm3`

test('stored data answers each spelling of its address alike, and each answer counts in the metrics', async () => {
  const hub = await startTestHub({ env: { METRICS_TOKEN: token } })
  let requests = 0
  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${hub.url}${path}`, { headers })
    const { date, ...received } = Object.fromEntries(response.headers)
    requests += 1
    return { status: response.status, received, body: await response.text() }
  }
  const first = await ask(url)
  expect(first).toMatchObject({ status: 200, body: expect.stringContaining('Treasure Island M3') })
  expect(first.received).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'accept-encoding' })
  expect(await ask(url)).toEqual(first)
  expect(await ask(`${url}&from=mail`)).toEqual(first)
  expect(await ask(`${route}?projectName=%69slandm3`)).toEqual(first)
  expect((await ask(`${route}?projectName=familytown`)).body).not.toBe(first.body)
  expect(await ask(url, { 'if-none-match': first.received.etag ?? '' })).toMatchObject({
    status: 304,
    body: '',
  })
  expect((await ask(`${route}?projectName=nowhere`)).status).toBe(404)

  const metrics = await fetch(`${hub.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const counted = new RegExp(
    `^playhub_http_request_duration_seconds_count\\{.*route="${route}".*\\} (\\d+)$`,
    'gm',
  )
  const counts = [...(await metrics.text()).matchAll(counted)].map(([, count]) => Number(count))
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(requests)
})

test('a trace is returned for stored data to a caller that brings one', async () => {
  const hub = await startTestHub()
  const traceId = 'a'.repeat(32)
  const headers = { traceparent: `00-${traceId}-${'1'.repeat(16)}-01` }
  await fetch(`${hub.url}${url}`)
  const response = await fetch(`${hub.url}${url}`, { headers })
  expect(response.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
})

test('a change of the content is visible at once, also to a request that was in progress', async () => {
  const dir = copyContent({})
  const hub = await startTestHub({ env: { CONTENT_DIR: dir } })
  const titles = async () => (await fetch(`${hub.url}${url}`)).text()
  expect(await titles()).toContain('Treasure Island M3')
  const file = join(dir, 'projects/islandm3.yaml')
  for (const name of ['Far Shore', 'Near Shore']) {
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/Treasure Island M3|Far Shore/g, name))
    const inFlight = titles()
    hub.context.catalogue.reload()
    await inFlight
    expect(await titles()).toContain(name)
  }
})

test('a badge leaves the stored data when its days are over', async () => {
  const hub = await startTestHub({ now: '2026-12-11T12:00:00Z' })
  const getBadge = async () => {
    const query = { projectName: 'neuroarena' }
    return (await hub.callOk('GET /control/get-game-data', { query })).data.result.facts.badge
  }
  expect(await getBadge()).toBe('new')
  hub.clock.advance(DAY_MS)
  expect(await getBadge()).toBeNull()
})
