import { expect, test } from 'vitest'
import { editContent } from '../../test/support/added-language.ts'
import { brand, brandedContent, documentsIn } from '../../test/support/branded-content.ts'
import { openSite } from '../../test/support/site.ts'

const unbranded = /Playhub|Плейхаб/
const escapedBrand = 'Arcadia &amp; Friends'

/** A language's public pages, then pages rendered as shells or redirects. */
const pagesIn = (language: string, documents: string[]) => [
  `/games/${language}/`,
  `/games/${language}/?search=island`,
  ...['islandm3', 'familytown', 'skyport', 'nightcity'].map((project) => `/games/${language}/${project}/`),
  `/games/${language}/?project=nightcity`,
  `/games/${language}/nothing/`,
  ...['/prices', '/prices/islandm3', '/session/login', '/session/registration', '/session/login/email'].map(
    (path) => `${path}?locale=${language}`,
  ),
  ...documents.map((name) => `/docs/${name}.html?locale=${language}`),
  ...[
    'settings',
    'transactions',
    'transactions/help',
    'my-games',
    'auth/undo',
    'auth/deletion-personal-data',
  ].map((path) => `/${path}?locale=${language}`),
  ...['auth/recovery-password', 'payments/1', 'unauthorized', 'loader'].map(
    (path) => `/${path}?locale=${language}`,
  ),
]
const files = ['/robots.txt', '/sitemap.xml', '/.well-known/security.txt', '/service-worker.js']

test.each(['ru', 'en'])('no page in %s of a branded hub names Playhub', async (language) => {
  const dir = brandedContent()
  const site = await openSite({ CONTENT_DIR: dir })
  for (const url of [...pagesIn(language, documentsIn(dir)), ...files]) {
    const { body } = await site.inject({ url, headers: { accept: 'text/html' } })
    expect(body.match(unbranded)?.input?.slice(0, 2000), url).toBeUndefined()
  }
  const { body } = await site.inject(`/games/${language}/`)
  expect(body).toContain(`<meta property="og:site_name" content="${escapedBrand}">`)
  expect(/<title>(.*?)<\/title>/.exec(body)?.[1]).toContain(escapedBrand)
  expect(/<h1[^>]*>(.*?)<\/h1>/.exec(body)?.[1]).toContain(escapedBrand)
})

test('the manifest and the error pages have the brand', async () => {
  const site = await openSite({ CONTENT_DIR: brandedContent() })
  for (const language of ['ru', 'en']) {
    const { body } = await site.inject(`/manifest.webmanifest?locale=${language}`)
    expect(JSON.parse(body)).toMatchObject({ name: brand, short_name: brand })
    expect(body).not.toMatch(unbranded)
    const headers = { accept: 'text/html', 'accept-language': language }
    const page = await site.inject({ url: '/main_images/nothing.png', headers })
    expect([page.statusCode, page.body]).toEqual([
      404,
      expect.stringContaining(`· ${brand.replace('&', '&#38;')}</title>`),
    ])
    expect(page.body).not.toMatch(unbranded)
  }
})

test('in place of the stock logo is a picture of the name, and a logo of the operator stays', async () => {
  const dir = brandedContent()
  const site = await openSite({ CONTENT_DIR: dir })
  const dark = await site.inject('/main_images/lockup.svg')
  const light = await site.inject('/main_images/lockup-ink.svg')
  for (const { body, headers } of [dark, light]) {
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(body).toContain(`<title>Arcadia &#38; Friends</title>`)
  }
  expect(dark.body).not.toBe(light.body)
  editContent(dir, 'main_images/lockup.svg', () => '<svg id="own"/>')
  const own = await openSite({ CONTENT_DIR: dir })
  expect((await own.inject('/main_images/lockup.svg')).body).toBe('<svg id="own"/>')
})

test('the stock picture of link previews is not that of a branded hub', async () => {
  const dir = brandedContent()
  const imageAt = async (site: Awaited<ReturnType<typeof openSite>>) =>
    /og:image" content="http:\/\/hub\.test([^"]*)"/.exec((await site.inject('/prices?locale=en')).body)?.[1]
  expect(await imageAt(await openSite())).toBe('/main_images/share.png')
  expect(await imageAt(await openSite({ CONTENT_DIR: dir }))).toMatch(/^\/share\/brand\.[0-9a-f]{16}\.png$/)
  editContent(dir, 'main_images/share.png', () => 'own')
  expect(await imageAt(await openSite({ CONTENT_DIR: dir }))).toBe('/main_images/share.png')
})

test('a tenant can have a brand of its own, on its own host only', async () => {
  const dir = brandedContent()
  editContent(dir, 'projects/islandm3.yaml', (yaml) => `brand: Island Club\n${yaml}`)
  const site = await openSite({ CONTENT_DIR: dir, OTHER_ORIGINS: 'http://www.islandm3.com' })
  const nameAt = async (host: string) =>
    JSON.parse((await site.inject({ url: '/manifest.webmanifest', headers: { host } })).body).name
  expect(await nameAt('hub.test')).toBe(brand)
  expect(await nameAt('www.islandm3.com')).toBe('Island Club')
  const pageAt = async (host: string) =>
    (await site.inject({ url: '/session/login?locale=en', headers: { host } })).body
  expect(await pageAt('www.islandm3.com')).toContain('Log in to Island Club')
  expect(await pageAt('hub.test')).toContain(`Log in to ${escapedBrand}`)
  const headers = { host: 'www.islandm3.com', accept: 'text/html' }
  const error = await site.inject({ url: '/main_images/nothing.png', headers })
  expect(error.body).toContain('· Island Club</title>')
})
