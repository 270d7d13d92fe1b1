import { expect, onTestFinished } from 'vitest'
import { test as base } from '../../../test/support/hub-test.ts'
import { renderFromSources } from '../../../test/support/site.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { buildApp } from '../../app.ts'
import { HOUR_MS } from '../../platform/clock.ts'

const project = 'islandm3'
const start = Date.parse('2030-01-01T00:00:00Z')
const [from, until] = [start + HOUR_MS, start + 2 * HOUR_MS]
const toText = (instant: number) => new Date(instant).toISOString()
const offers = `
offers:
  - { id: half, kind: sale, items: all, percent: 50, from: "${toText(from)}", until: "${toText(until)}" }
`
const test = base.extend('hubOptions', {
  now: toText(start),
  content: { [project]: (yaml) => yaml + offers },
})

/** The hub with its pages. */
async function openPages(hub: TestHub) {
  const app = await buildApp(hub.context, renderFromSources)
  onTestFinished(() => app.close())
  return async (url: string, headers: Record<string, string> = {}) => {
    const { statusCode, body, headers: received } = await app.inject({ url, headers })
    return { statusCode, body, received }
  }
}

const places = [
  [`/api/control/get-prices?project=${project}`, '"enValue":0.99', '"enValue":0.5,'],
  ['/api/control/get-prices', '"enValue":0.99', '"enValue":0.5,'],
  // The shop is drawn in the browser.
  [`/games/en/${project}/`, '"enValue":0.99', '"enValue":0.5,'],
  ['/prices/?locale=en', '$0.99', '$0.50'],
  [`/prices/${project}?locale=en`, '$0.99', '$0.50'],
] as const

test.for(places)(
  '%s has the new price from the first instant of a sale, and the old one from the first after it',
  async ([url, listed, reduced], { hub }) => {
    const ask = await openPages(hub)
    const language = { 'accept-language': 'en' }
    const etags: unknown[] = []
    async function expectPrice(isReduced: boolean) {
      const known = { ...language, 'if-none-match': String(etags.at(-1)) }
      // The second response is a stored one.
      for (const headers of [known, language]) {
        const { statusCode, body, received } = await ask(url, headers)
        expect(statusCode).toBe(200)
        expect(body.includes(reduced)).toBe(isReduced)
        expect(isReduced || body.includes(listed)).toBe(true)
        expect(received['cache-control']).toBe('no-cache')
        if (headers === language) etags.push(received.etag)
      }
    }
    await expectPrice(false)
    hub.clock.advance(from - 1 - start)
    expect((await ask(url, { ...language, 'if-none-match': String(etags[0]) })).statusCode).toBe(304)
    hub.clock.advance(1)
    await expectPrice(true)
    hub.clock.advance(until - 1 - from)
    expect((await ask(url, { ...language, 'if-none-match': String(etags[1]) })).statusCode).toBe(304)
    hub.clock.advance(1)
    await expectPrice(false)
  },
)

test('a page with prices names the instant at which they change, for who keeps it', async ({ hub }) => {
  const ask = await openPages(hub)
  const readExpiry = async (url: string) => (await ask(url)).received.expires
  const shown = [`/games/en/${project}/`, '/prices']
  for (const url of shown) expect(await readExpiry(url)).toBe(new Date(from).toUTCString())
  for (const url of ['/games/en/', '/games/en/familytown/']) expect(await readExpiry(url)).toBeUndefined()
  hub.clock.advance(from - start)
  for (const url of shown) expect(await readExpiry(url)).toBe(new Date(until).toUTCString())
  hub.clock.advance(until - from)
  for (const url of shown) expect(await readExpiry(url)).toBeUndefined()
})

test('what search engines read of a game names no price of an item', async ({ hub }) => {
  const ask = await openPages(hub)
  hub.clock.advance(from - start)
  const { body } = await ask(`/games/en/${project}/`)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? []
  const prices = [...json.matchAll(/"price":"?([\d.]+)/g)].map(([, price]) => price)
  expect(prices).toEqual(['0'])
})

test('a row of the list names when its price changes next: the beginning of a sale, then its end', async ({
  hub,
}) => {
  const readNext = async () => {
    const { data } = await hub.callOk('GET /control/get-prices', { query: { project } })
    return new Set(data.result.map(({ validUntil }) => validUntil && Date.parse(validUntil)))
  }
  expect(await readNext()).toEqual(new Set([from]))
  hub.clock.advance(from - start)
  expect(await readNext()).toEqual(new Set([until]))
  hub.clock.advance(until - from)
  expect(await readNext()).toEqual(new Set([undefined]))
})
