import sharp from 'sharp'
import { expect, onTestFinished } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { buildApp } from '../../app.ts'
import { HOUR_MS } from '../../platform/clock.ts'
import type { PageRenderer } from '../../site/index.ts'

const all = { role: 'owner', project: '*' } as const
const project = 'islandm3'
const path = `projects/${project}.yaml`
const key = 'POST /content/drafts/{project}/preview'

/** A page with the game's name, picture and prices, as a guest sees them. */
const renderer: PageRenderer = async ({ url, api, language }) => {
  const name = url.split('/')[3] ?? ''
  const game = await api.getGameData(name).catch(() => undefined)
  const prices = await api.getPrices(project)
  const html = `<!doctype html><html lang="${language}"><head><link rel="canonical" href="/games/en/"></head><body data-x="1">
<img src="${game?.web_page.gameImage}"><a class="a" href="/games/en/?genre=puzzle&amp;page=2#top">${JSON.stringify(prices)}</a>
<a href="https://example.org/games/en/">away</a><a href="/settings">settings</a></body></html>`
  return { status: 200, html }
}

const test = base.extend('taken', async ({ hub }) => {
  const operator = await addTestOperator(hub, all)
  await runOnHub(hub, ['content', 'import', copyContent({})])
  await hub.context.catalogue.refresh()
  const app = await buildApp(hub.context, renderer)
  onTestFinished(() => app.close())
  const origin = await app.listen({ port: 0 })
  return { hub, operator, origin }
})

async function draft({ callOk }: OperatorClient, change: (yaml: string) => string): Promise<void> {
  const file = { params: { project, path } }
  const { data } = await callOk('GET /content/drafts/{project}/files/{path}', file)
  const { text, baseSha256 } = data.result
  const body = { text: change(text ?? ''), baseSha256 }
  await callOk('PUT /content/drafts/{project}/files/{path}', { ...file, body })
}

const openLink = async (operator: OperatorClient, page = `/games/en/${project}/`, language = 'en' as const) =>
  new URL(
    (await operator.callOk(key, { params: { project }, body: { language, path: page } })).data.result.url,
  )

const show = (origin: string, { pathname, search }: URL) =>
  fetch(origin + pathname + search, { redirect: 'manual' })

test('a link shows a draft to whoever has it, and the page in use stays as it is', async ({ taken }) => {
  const { hub, operator, origin } = taken
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const stored = await fetch(
    new URL(`/api/operator/v1/content/drafts/${project}/pictures/main_images%2F${project}%2Ffresh`, hub.url),
    {
      method: 'PUT',
      headers: { cookie: operator.cookie, 'x-operator': '1', 'content-type': 'image/png' },
      body: new Uint8Array(picture),
    },
  )
  expect(stored.status).toBe(200)
  await draft(operator, (yaml) =>
    yaml
      .replace('USD: 0.99', 'USD: 1.23')
      .replace(/cardImage: .*/, `cardImage: /main_images/${project}/fresh.webp`),
  )
  const published = await fetch(`${origin}/games/en/${project}/`)
  const publishedHtml = await published.text()

  const url = await openLink(operator)
  expect(url.origin).toBe(new URL(hub.context.config.http.publicUrl).origin)
  const page = await show(origin, url)
  const html = await page.text()
  expect(page.status).toBe(200)
  expect(html).toContain('1.23')
  expect(publishedHtml).not.toContain('1.23')
  expect(html).toMatch(/<body data-x="1">\s*<p role="status"[^>]*>Draft by Olga\./)
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'referrer-policy': 'no-referrer',
  })
  expect(page.headers.get('set-cookie')).toBe(null)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
  expect(policy).toContain(`frame-ancestors ${new URL(hub.context.config.console.url).origin}`)
  expect(page.headers.get('x-frame-options')).toBe(null)

  const [, source = ''] = /<img src="([^"]*)"/.exec(html) ?? []
  expect(source).toMatch(new RegExp(`^/main_images/${project}/fresh\\.webp\\?preview=`))
  const shown = await fetch(origin + source)
  expect([shown.status, shown.headers.get('content-type'), shown.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'no-store',
  ])
  expect((await fetch(`${origin}/main_images/${project}/fresh.webp`)).status).toBe(404)

  // Links of the hub stay in the draft; others are as they were.
  const [, next = ''] = /<a class="a" href="([^"]*)"/.exec(html) ?? []
  expect(next).toMatch(/^\/games\/en\/\?genre=puzzle&amp;page=2&amp;preview=[^#]+#top$/)
  expect(html).toContain('href="https://example.org/games/en/"')
  expect(html).toContain('href="/settings"')
  expect(html).toContain('rel="canonical" href="/games/en/"')
  expect((await show(origin, new URL(next.replaceAll('&amp;', '&'), origin))).status).toBe(200)

  // Neither has taken the other's place in the cache.
  expect(await (await fetch(`${origin}/games/en/${project}/`)).text()).toBe(publishedHtml)
  expect(await (await show(origin, url)).text()).toBe(html)
})

test('a link is refused when it is changed, an hour later, and once its author has left', async ({
  taken,
}) => {
  const { hub, operator, origin } = taken
  await draft(operator, (yaml) => yaml.replace('USD: 0.99', 'USD: 1.23'))
  const url = await openLink(operator)
  const token = url.searchParams.get('preview') ?? ''
  const [operatorId, , expires, signature] = token.split('.')
  const forged = [
    '',
    'x',
    token.slice(0, -1),
    `${operatorId}.skyport.${expires}.${signature}`,
    `${operatorId}.${project}.${Number(expires) + 1}.${signature}`,
    `${operatorId}.${project}.${expires}.`,
    `${operatorId}.${project}.Infinity.${signature}`,
  ]
  for (const each of forged) {
    const other = new URL(url)
    other.searchParams.set('preview', each)
    expect([each, (await show(origin, other)).status]).toEqual([each, 404])
  }
  expect((await show(origin, url)).status).toBe(200)
  for (const private_ of [
    '/settings',
    '/transactions',
    '/payments/process/1',
    '/session/login/s/web/en/playhub',
    '/nothing',
  ])
    expect([private_, (await show(origin, new URL(private_ + url.search, origin))).status]).toEqual([
      private_,
      404,
    ])

  await hub.context.db
    .updateTable('operators')
    .set({ state: 'suspended' })
    .where('id', '=', operator.id)
    .execute()
  expect((await show(origin, url)).status).toBe(404)
  await hub.context.db
    .updateTable('operators')
    .set({ state: 'active' })
    .where('id', '=', operator.id)
    .execute()
  expect((await show(origin, url)).status).toBe(200)
  hub.clock.advance(HOUR_MS)
  expect((await show(origin, url)).status).toBe(404)
})

test('a draft with errors has no preview, and a project without a draft is shown as it is', async ({
  taken,
}) => {
  const { operator, origin } = taken
  const url = await openLink(operator)
  expect(await (await show(origin, url)).text()).toContain('0.99')
  await draft(operator, (yaml) => yaml.replace('USD: 0.99', 'USD: 0.01'))
  expect((await show(origin, url)).status).toBe(404)
  const body = { language: 'en', path: '/games/en/' } as const
  expect(await operator.call(key, { params: { project }, body })).toMatchObject({
    status: 409,
    body: { code: 'CONTENT_INVALID' },
  })
})

test('only editors of the project get links, to public pages of this hub', async ({ taken }) => {
  const { hub, operator } = taken
  for (const page of ['/settings', '/api/me', '/payments/process/1', '/', '/games/', '/main_images/logo.svg'])
    expect(
      await operator.call(key, { params: { project }, body: { language: 'en', path: page } }),
    ).toMatchObject({ status: 404, body: { code: 'ROUTE_NOT_FOUND' } })
  for (const page of ['//evil.example/games/en/', 'https://evil.example/', '/\\evil.example/', ''])
    expect(
      await operator.call(key, { params: { project }, body: { language: 'en', path: page } }),
    ).toMatchObject({ status: 400 })
  const prices = await openLink(operator, '/prices/islandm3')
  expect(prices.searchParams.get('locale')).toBe('en')
  const russian = await operator.callOk(key, {
    params: { project },
    body: { language: 'ru', path: '/games/en/' },
  })
  expect(new URL(russian.data.result.url).pathname).toBe('/games/ru/')
  for (const [role, of, code] of [
    ['producer', 'skyport', 'PROJECT_NOT_FOUND'],
    ['viewer', '*', 'OPERATOR_FORBIDDEN'],
  ] as const) {
    const other = await addTestOperator(hub, { role, project: of })
    const response = await other.call(key, {
      params: { project },
      body: { language: 'en', path: '/games/en/' },
    })
    expect(response).toMatchObject({ ok: false, body: { code } })
  }
})

test('a link shows prices of another moment and as another player gets them', async ({ taken }) => {
  const { operator, origin } = taken
  await draft(
    operator,
    (yaml) => `${yaml}
offers:
  - { id: later, kind: sale, items: [islandm3-chest], percent: 50, from: 2030-03-01T00:00:00Z, until: 2030-03-02T00:00:00Z }
  - { id: welcome, kind: sale, items: [islandm3-chest], percent: 20, for: first-purchase }
  - { id: thanks, kind: sale, items: [islandm3-chest], percent: 10, for: paying }
`,
  )
  type Viewer = { at?: number; as?: 'everyone' | 'first-purchase' | 'paying' }
  const readHtml = async (viewer: Viewer) => {
    const body = { language: 'en' as const, path: `/prices/${project}`, ...viewer }
    const { data } = await operator.callOk(key, { params: { project }, body })
    return (await show(origin, new URL(data.result.url))).text()
  }
  const readPrice = async (viewer: Viewer) =>
    /"id":"islandm3-chest".*?"enValue":([\d.]+)/.exec(await readHtml(viewer))?.[1]
  const readBanner = async (viewer: Viewer) =>
    /<p role="status"[^>]*>(.*?)<\/p>/.exec(await readHtml(viewer))?.[1]
  expect(await readPrice({})).toBe('4.99')
  expect(await readPrice({ as: 'first-purchase' })).toBe('3.99')
  expect(await readPrice({ as: 'paying' })).toBe('4.49')
  expect(await readPrice({ at: Date.parse('2030-03-01T00:00:00Z') })).toBe('2.5')
  expect(await readBanner({})).toBe('Draft by Olga. Nothing can be played or bought here.')
  expect(await readBanner({ at: Date.parse('2030-03-01T00:00:00Z'), as: 'paying' })).toBe(
    'Draft by Olga. Nothing can be played or bought here. Prices of 1 March 2030 at 00:00 UTC. As a player who has paid before.',
  )
  expect(await readPrice({ at: Date.parse('2030-03-02T00:00:00Z'), as: 'everyone' })).toBe('4.99')
})

test('a link with another moment than the signed one shows nothing', async ({ taken }) => {
  const { operator, origin } = taken
  const url = await openLink(operator)
  const token = url.searchParams.get('preview') ?? ''
  url.searchParams.set('preview', token.replace('..everyone.', '.1.paying.'))
  expect((await show(origin, url)).status).toBe(404)
})
