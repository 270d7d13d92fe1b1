import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PageRequest } from '@playhub/contract'
import { expect, onTestFinished, test } from 'vitest'
import { openSite } from '../../../test/support/site.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createRenderQueue } from './render-queue.ts'

const html = { accept: 'text/html' }

test('a page that is not cached is limited by address, and a cached page is not', async () => {
  const site = await openSite({ PAGE_RENDERS_PER_MINUTE: '3' })
  const ask = (url: string, remoteAddress = '203.0.113.1') =>
    site.inject({ url, remoteAddress, headers: html })
  for (const text of ['one', 'two']) expect((await ask(`/games/en/?search=${text}`)).statusCode).toBe(200)
  expect((await ask('/games/en/')).statusCode).toBe(200)
  const limited = await ask('/games/en/?search=three')
  expect(limited.statusCode).toBe(429)
  expect(limited.headers['content-type']).toContain('text/html')
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0)
  expect(limited.body).toContain('Try again in a minute')
  expect((await ask('/games/en/')).statusCode).toBe(200)
  expect((await ask('/games/en/?search=three', '203.0.113.2')).statusCode).toBe(200)
})

test('2,300 escaped spellings of a page are one page of the cache', async () => {
  const rendered: string[] = []
  const site = await openSite({ PAGE_RENDERS_PER_MINUTE: '10000' }, async ({ url }: PageRequest) => {
    rendered.push(url)
    return { status: 200, html: `<p>${url}</p>` }
  })
  const letters = [...'islandm3']
  const spelling = (bits: number) =>
    letters.map((letter, place) => (bits & (1 << place) ? escaped(letter, bits) : letter)).join('')
  const escaped = (letter: string, bits: number) => {
    const hex = letter.charCodeAt(0).toString(16)
    return `%${bits % 3 === 0 ? hex.toUpperCase() : hex}`
  }
  for (let n = 0; n < 2_300; n++) {
    const language = n % 2 === 0 ? 'en' : '%65n'
    await site.inject(`/games/${language}/${spelling(n % 256)}/?unknown=${n}&page=1`)
  }
  expect(new Set(rendered)).toEqual(new Set(['/games/en/islandm3/']))
  expect(rendered).toHaveLength(1)
})

test('pages of the catalogue beyond its last do not fill the cache', async () => {
  const site = await openSite({ PAGE_RENDERS_PER_MINUTE: '10000' })
  const last = await site.inject('/games/en/?page=99999')
  expect([302, 404]).toContain(last.statusCode)
})

function task(ip: string, options: { isUrgent?: boolean; isAbandoned?: () => boolean } = {}) {
  return { ip, isUrgent: false, isAbandoned: () => false, ...options }
}

test('renderings run one after another, and the event loop turns between them', async () => {
  const queue = createRenderQueue()
  const order: string[] = []
  let isRendering = false
  const render = (name: string) => async () => {
    expect(isRendering).toBe(false)
    isRendering = true
    await Promise.resolve()
    isRendering = false
    order.push(name)
  }
  const done = Promise.all([1, 2, 3].map((n) => queue.run(task('a'), render(String(n)))))
  await nextTurn()
  await nextTurn()
  expect(order.length).toBeLessThan(3)
  await done
  expect(order).toEqual(['1', '2', '3'])
})

test('an address has twenty renderings waiting at most, and all together a hundred', async () => {
  const queue = createRenderQueue()
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, async () => queue.run(task('greedy'), async () => {})),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(19)
  expect(refused[0]).toMatchObject({ reason: { code: 'SERVICE_UNAVAILABLE' } })

  const load = await Promise.allSettled(
    Array.from({ length: 150 }, async (_, n) => queue.run(task(`address ${n}`), async () => {})),
  )
  expect(load.filter(({ status }) => status === 'rejected')).toHaveLength(49)
})

test('pages of players come before searches, and are still rendered when searches are shed', async () => {
  const queue = createRenderQueue()
  const order: string[] = []
  const searches = Array.from({ length: 101 }, (_, n) =>
    queue.run(task(`address ${n}`), async () => void order.push('search')),
  )
  const payment = queue.run(task('player', { isUrgent: true }), async () => void order.push('payment'))
  await Promise.all([...searches, payment])
  expect(order.indexOf('payment')).toBeLessThan(2)
})

test('a page that nobody waits for any more is not rendered', async () => {
  const queue = createRenderQueue()
  const abandoned = queue.run(task('gone', { isAbandoned: () => true }), async () => expect.unreachable())
  await expect(abandoned).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

test('while pages wait for more than 0.4 seconds, searches are shed and payments are not', async () => {
  let nowMs = 0
  const queue = createRenderQueue(() => nowMs)
  const slow = async () => {
    nowMs += 450
  }
  const first = [1, 2, 3, 4].map((n) => queue.run(task(`address ${n}`), slow))
  await first[1]
  expect(() => queue.run(task('late'), async () => {})).toThrow(Refusal)
  await queue.run(task('player', { isUrgent: true }), async () => {})
  await Promise.all(first)
  await queue.run(task('later'), async () => {})
})

test('clients that connect while a page is rendered are all seen before the next one', async () => {
  const queue = createRenderQueue()
  const clients = 40
  let requests = 0
  const requestsAtRendering: number[] = []
  const render = async () => void requestsAtRendering.push(requests)
  const server = createServer((_request, response) => {
    requests += 1
    const task = { ip: String(requests), isUrgent: false, isAbandoned: () => false }
    void queue.run(task, render).then(() => response.end())
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await Promise.all(Array.from({ length: clients }, () => fetch(`http://127.0.0.1:${port}/`)))
  expect(requestsAtRendering).toHaveLength(clients)
  // One turn per page would have seen only ten clients by the tenth page.
  expect(requestsAtRendering[9]).toBeGreaterThan(clients / 2)
})
