import { readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { openSite, openSiteWithCatalogue } from '../../../test/support/site.ts'
import { createLog } from '../../platform/observability/log.ts'
import { createMetrics } from '../../platform/observability/metrics.ts'
import { logRequests } from '../../platform/observability/request-log.ts'

type PageCall = { path: string; headers?: Record<string, string> }
type Response = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** The site on a port, and a count for requests left to later hooks by the cache. */
async function listen(contentDir?: string, observe: (app: FastifyInstance) => void = () => {}) {
  const site = await openSiteWithCatalogue(contentDir ? { CONTENT_DIR: contentDir } : {})
  let reached = 0
  site.app.addHook('onRequest', async () => {
    reached += 1
  })
  observe(site.app)
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...site, reached: () => reached }
}

function ask(app: FastifyInstance, { path, headers = {} }: PageCall): Promise<Response> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers: { host: 'hub.test', ...headers } }, async (response) => {
      const { date, ...received } = response.headers
      resolve({ status: response.statusCode, headers: received, body: await text(response) })
    }).on('error', reject)
  })
}

/** No two look the same. */
const different: PageCall[] = [
  { path: '/games/en/' },
  { path: '/games/ru/' },
  { path: '/games/en/', headers: { cookie: 'theme=dark' } },
  { path: '/games/en/', headers: { cookie: 'a=b; theme=light' } },
  { path: '/games/en/islandm3/' },
  { path: '/prices' },
  { path: '/prices', headers: { 'accept-language': 'ru' } },
  { path: '/prices', headers: { cookie: 'i18nextLng=ru; theme=dark' } },
  { path: '/games/en/', headers: { host: 'www.islandm3.com' } },
]

test('a cached page answers equal requests without later hooks, and no request that would see another page', async () => {
  const { app, reached } = await listen()
  const first: Response[] = []
  for (const call of different) first.push(await ask(app, call))
  expect(new Set(first.map(({ body }) => body)).size).toBe(different.length)
  const before = reached()
  const again: Response[] = []
  for (const call of different) again.push(await ask(app, call))
  expect(again).toEqual(first)
  expect(reached()).toBe(before)
})

test.each<[string, PageCall, PageCall]>([
  [
    'Accept-Language values that give one language',
    { path: '/prices', headers: { 'accept-language': 'en;q=0.9' } },
    { path: '/prices', headers: { 'accept-language': 'en-GB, ru;q=0.5' } },
  ],
  ['escaped spellings of a path', { path: '/games/en/islandm3/' }, { path: '/g%61mes/en/%69slandm3/' }],
  [
    'unknown hosts',
    { path: '/games/en/' },
    { path: '/games/en/', headers: { host: 'www.invented.example' } },
  ],
  ['parameters that do not change the page', { path: '/games/en/' }, { path: '/games/en/?from=mail&n=7' }],
])('%s share one cached page', async (_what, first, second) => {
  const { app, reached } = await listen()
  const { body } = await ask(app, first)
  const before = reached()
  expect((await ask(app, second)).body).toBe(body)
  expect(reached()).toBe(before)
})

test('a known ETag is answered with 304, HEAD with the headers of the page, and other methods with 404', async () => {
  const { app, reached } = await listen()
  const page = { path: '/games/en/' }
  await ask(app, page)
  const { headers } = await ask(app, page)
  const before = reached()
  const known = await ask(app, { ...page, headers: { 'if-none-match': headers.etag ?? '' } })
  expect(known).toMatchObject({ status: 304, body: '' })
  const { port } = app.server.address() as AddressInfo
  const askBy = (method: string) => fetch(`http://127.0.0.1:${port}/games/en/`, { method })
  const head = await askBy('HEAD')
  expect([head.status, await head.text()]).toEqual([200, ''])
  expect(head.headers.get('content-type')).toBe(headers['content-type'])
  expect(reached()).toBe(before)
  expect((await askBy('POST')).status).toBe(404)
  expect(reached()).toBe(before + 1)
})

test('a change of the content is visible at once', async () => {
  const dir = copyContent({})
  const { app, catalogue } = await listen(dir)
  const page = { path: '/games/en/islandm3/' }
  for (let times = 0; times < 3; times++) expect((await ask(app, page)).body).toContain('Treasure Island M3')
  const file = join(dir, 'projects/islandm3.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Treasure Island M3', 'Far Shore'))
  catalogue.reload()
  expect((await ask(app, page)).body).toContain('Far Shore')
})

test('pages from the cache are measured by route and have a log line', async () => {
  const lines: object[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const registry = new Registry()
  const { app } = await listen(undefined, (site) => {
    logRequests(site, log)
    createMetrics(registry, { token: '', gauges: [], isFirst: async () => true }).register(site)
  })
  for (let times = 0; times < 3; times++) await ask(app, { path: '/games/en/islandm3/?from=mail' })
  const route = '/games/:lng/:projectName/'
  expect(await registry.metrics()).toContain(
    `playhub_http_request_duration_seconds_count{method="GET",route="${route}",status="200"} 3`,
  )
  const line = { method: 'GET', route, status: 200, durationMs: expect.any(Number), msg: 'Request' }
  expect(lines).toEqual(Array(3).fill(expect.objectContaining(line)))
})

test('concurrent requests for a page that redirects are all sent to the same address', async () => {
  const site = await openSite()
  const responses = await Promise.all([1, 2, 3].map(() => site.inject('/prices/nowhere')))
  expect(responses.map(({ headers }) => headers.location)).toEqual(['/prices', '/prices', '/prices'])
})

test("a game's page follows its scores within a minute, and others stay", async () => {
  const { app, clock, reached } = await listen()
  const game = { path: '/games/en/islandm3/' }
  const countRenderings = async (call: PageCall) => {
    const before = reached()
    await ask(app, call)
    return reached() - before
  }
  for (const call of [game, { path: '/games/en/' }]) await ask(app, call)
  clock.advance(59_000)
  expect(await countRenderings(game)).toBe(0)
  clock.advance(2_000)
  expect(await countRenderings(game)).toBe(1)
  expect(await countRenderings({ path: '/games/en/' })).toBe(0)
})
