import { readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { openSite, openSiteWithCatalogue } from '../../../test/support/site.ts'

type Asked = { path: string; headers?: Record<string, string> }
type Response = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** The site on a port, and a count for requests that reached Fastify. */
async function listen(contentDir?: string) {
  const site = await openSiteWithCatalogue(contentDir ? { CONTENT_DIR: contentDir } : {})
  let reached = 0
  site.app.addHook('onRequest', async () => {
    reached += 1
  })
  await site.app.listen({ port: 0, host: '127.0.0.1' })
  return { ...site, reached: () => reached }
}

function ask(app: FastifyInstance, { path, headers = {} }: Asked): Promise<Response> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers: { host: 'hub.test', ...headers } }, async (response) => {
      const { date, ...received } = response.headers
      resolve({ status: response.statusCode, headers: received, body: await text(response) })
    }).on('error', reject)
  })
}

/** No two look the same. */
const different: Asked[] = [
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

test('a cached page answers equal requests before Fastify, and no request that would see another page', async () => {
  const { app, reached } = await listen()
  const first: Response[] = []
  for (const asked of different) first.push(await ask(app, asked))
  expect(new Set(first.map(({ body }) => body)).size).toBe(different.length)
  const before = reached()
  const again: Response[] = []
  for (const asked of different) again.push(await ask(app, asked))
  expect(again).toEqual(first)
  expect(reached()).toBe(before)
})

test.each<[string, Asked, Asked]>([
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

test('a known ETag is answered with 304, and other methods reach Fastify', async () => {
  const { app, reached } = await listen()
  const page = { path: '/games/en/' }
  await ask(app, page)
  const { headers } = await ask(app, page)
  const before = reached()
  const known = await ask(app, { ...page, headers: { 'if-none-match': headers.etag ?? '' } })
  expect(known).toMatchObject({ status: 304, body: '' })
  expect(reached()).toBe(before)
  const { port } = app.server.address() as AddressInfo
  const posted = await fetch(`http://127.0.0.1:${port}/games/en/`, { method: 'POST' })
  expect(posted.status).toBe(404)
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

test('pages from the cache are measured by route', async () => {
  const { app, observed } = await listen()
  for (let times = 0; times < 3; times++) await ask(app, { path: '/games/en/islandm3/?from=mail' })
  const labels = { method: 'GET', route: '/games/:lng/:projectName/', status: 200 }
  expect(observed).toEqual([1, 2].map(() => ({ ...labels, seconds: expect.any(Number) })))
})

test('concurrent requests for a page that redirects are all sent to the same address', async () => {
  const site = await openSite()
  const responses = await Promise.all([1, 2, 3].map(() => site.inject('/prices/nowhere')))
  expect(responses.map(({ headers }) => headers.location)).toEqual(['/prices', '/prices', '/prices'])
})
