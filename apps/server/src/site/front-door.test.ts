import { readFileSync, writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { copyContent } from '../testing/content-copy.ts'
import type { Repeat } from './front-door.ts'
import { openWholeSite } from './testing/site.ts'

type Asked = { path: string; headers?: Record<string, string> }
type Given = { status: number | undefined; headers: IncomingHttpHeaders; body: string }

/** The site on a port of its own, and how many requests have reached Fastify there. */
async function listen(contentDir?: string) {
  const { app, catalogue, frontDoor } = await openWholeSite(contentDir ? { CONTENT_DIR: contentDir } : {})
  let reached = 0
  app.addHook('onRequest', async () => {
    reached += 1
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return { app, catalogue, frontDoor, reached: () => reached }
}

function ask(app: FastifyInstance, { path, headers = {} }: Asked): Promise<Given> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers: { host: 'hub.test', ...headers } }, async (response) => {
      const { date, ...told } = response.headers
      resolve({ status: response.statusCode, headers: told, body: await text(response) })
    }).on('error', reject)
  })
}

/** No two of these look the same. */
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

test('a page is given again in the same words, and to nobody who would see another', async () => {
  const { app, reached } = await listen()
  const first: Given[] = []
  for (const asked of different) first.push(await ask(app, asked))
  expect(new Set(first.map(({ body }) => body)).size).toBe(different.length)
  for (const asked of different) await ask(app, asked)
  const before = reached()
  const again: Given[] = []
  for (const asked of different) again.push(await ask(app, asked))
  expect(again).toEqual(first)
  expect(reached()).toBe(before)
})

test('an address asked for in more words than are kept is given again to the latest', async () => {
  const { app, reached } = await listen()
  const pages = Array.from({ length: 60 }, (_, n) => ({
    path: '/games/en/',
    headers: { 'accept-language': `en;q=0.${n + 10}` },
  }))
  const bodies = new Set<string>()
  for (const page of [...pages, ...pages.slice(-5)]) bodies.add((await ask(app, page)).body)
  const before = reached()
  bodies.add((await ask(app, pages.at(-1) as Asked)).body)
  expect(bodies.size).toBe(1)
  expect(reached()).toBe(before)
})

test('whoever has the page is told so, and other methods reach Fastify', async () => {
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

test('what an operator changes is seen at once', async () => {
  const dir = copyContent({})
  const { app, catalogue } = await listen(dir)
  const page = { path: '/games/en/islandm3/' }
  for (let times = 0; times < 3; times++) expect((await ask(app, page)).body).toContain('Treasure Island M3')
  const file = join(dir, 'projects/islandm3.yaml')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Treasure Island M3', 'Far Shore'))
  catalogue.reload()
  expect((await ask(app, page)).body).toContain('Far Shore')
})

test('a page given again is told, for what is measured by route', async () => {
  const { app, frontDoor } = await listen()
  const told: Repeat[] = []
  frontDoor.onRepeat((repeat) => told.push(repeat))
  for (let times = 0; times < 3; times++) await ask(app, { path: '/games/en/islandm3/?from=mail' })
  expect(told).toEqual([{ route: '/games/:lng/:projectName/', status: 200, seconds: expect.any(Number) }])
})
