import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { copyContent } from '../testing/content-copy.ts'
import { openSite } from './testing/site.ts'

test('an address without a language speaks the one in it, then the one chosen before, then the browser’s', async () => {
  const site = await openSite()
  const languageAt = async (url: string, headers: Record<string, string>) =>
    /<html lang="(..)"/.exec((await site.inject({ url, headers })).body)?.[1]
  const russian = { 'accept-language': 'uk, ru;q=0.9, en;q=0.8' }
  expect(await languageAt('/prices', russian)).toBe('ru')
  expect(await languageAt('/prices', { ...russian, cookie: 'a=b; i18nextLng=en' })).toBe('en')
  expect(await languageAt('/prices?locale=ru', { cookie: 'i18nextLng=en' })).toBe('ru')
  expect(await languageAt('/prices', {})).toBe('en')
  expect((await site.inject({ url: '/', headers: { cookie: 'i18nextLng=ru' } })).headers.location).toBe(
    '/games/ru/',
  )
})

test('a page comes in the theme that was chosen before, and to everybody else as their device has it', async () => {
  const site = await openSite()
  const page = (cookie: string) => site.inject({ url: '/games/en/', headers: { cookie } })
  expect((await page('theme=dark')).body).toContain('<html lang="en" data-theme="dark"')
  expect((await page('a=b; theme=light')).body).toContain('data-theme="light"')
  expect((await page('theme=pink')).body).toContain('<html lang="en" style')
  expect((await site.inject({ url: '/settings', headers: { cookie: 'theme=dark' } })).body).toContain(
    'data-theme="dark"',
  )
})

test('a document in one language only is shown in that one, and says so', async () => {
  const dir = copyContent({})
  writeFileSync(join(dir, 'docs/rules.ru.md'), '# Правила\n\nПишите на {supportEmail}.\n')
  const site = await openSite({ CONTENT_DIR: dir })
  const { body } = await site.inject('/docs/rules.html?locale=en')
  expect(body).toMatch(/<h1 lang="ru"[^>]*>Правила<\/h1>/)
  expect(body).toMatch(/Пишите на .*support@playhub\.example/)
})

test('files of the operator are served as they are, and run nothing', async () => {
  const dir = copyContent({})
  writeFileSync(join(dir, 'static_files/proof.html'), '<script>alert(1)</script>')
  const site = await openSite({ CONTENT_DIR: dir })
  const file = await site.inject('/static_files/proof.html')
  expect(file.body).toBe('<script>alert(1)</script>')
  expect(file.headers['content-security-policy']).toContain("default-src 'none'")
  expect(file.headers['content-security-policy']).toContain('sandbox')
  expect((await site.inject('/static_files/../hub.yaml')).statusCode).not.toBe(200)
  expect((await site.inject('/static_files/%2e%2e/hub.yaml')).body).not.toContain('operator')
})

const asBrowser = { accept: 'text/html,application/xhtml+xml', 'accept-language': 'ru' }

test('a file that is missing is a page for eyes, and a problem for programs', async () => {
  const site = await openSite()
  const seen = await site.inject({ url: '/main_images/none.svg', headers: asBrowser })
  expect(seen.statusCode).toBe(404)
  expect(seen.body).toContain('<h1>Здесь ничего нет</h1>')
  expect(seen.body).toContain('href="/games/ru/"')
  const read = await site.inject({ url: '/static_files/none.js', headers: { accept: '*/*' } })
  expect(read.json()).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' })
})

test('when pages cannot be made, people read so in their language and programs get a problem', async () => {
  const site = await openSite({}, () => Promise.reject(new Error('The paint has dried')))
  for (const url of ['/games/en/', '/transactions']) {
    const seen = await site.inject({ url, headers: asBrowser })
    expect(seen.statusCode).toBe(500)
    expect(seen.headers['content-type']).toContain('text/html')
    expect(seen.body).toContain('<h1>У нас неполадки</h1>')
    expect(seen.body).not.toContain('paint')
    expect(seen.body).not.toContain('<script')
    expect((await site.inject(url)).json()).toMatchObject({ status: 500, code: 'FAULT' })
  }
})

test("an operator's drawing is packed for whoever can unpack it", async () => {
  const site = await openSite()
  const url = '/main_images/logo.svg'
  const plain = await site.inject(url)
  expect(plain.headers['content-encoding']).toBeUndefined()
  const packed = await site.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
  expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 1.5)
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body)
})

test('a page for everybody travels packed with its look inside, and plain with links to it and the manifest', async () => {
  const site = await openSite()
  const manifest = '/manifest.webmanifest?locale=en'
  const inside = `<style data-stylesheets="/assets/client.css" data-manifest="${manifest}">h1{color:red}</style>`
  const linked = '<link rel="stylesheet" href="/assets/client.css">'
  const installed = `<link rel="manifest" href="${manifest}">`
  for (const url of ['/games/en/', '/docs/terms.html', '/session/login']) {
    const plain = await site.inject(url)
    expect(plain.body).toContain(linked)
    expect(plain.body).toContain(installed)
    const { headers, rawPayload } = await site.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(brotliDecompressSync(rawPayload).toString()).toBe(
      plain.body.replace(linked, inside).replace(installed, ''),
    )
  }
  expect((await site.inject('/transactions')).body).toContain(linked)
})

test('the hub can be installed, in the language of its page', async () => {
  const site = await openSite()
  const { body } = await site.inject('/games/ru/')
  const [, address = ''] = /<link rel="manifest" href="([^"]+)"/.exec(body) ?? []
  const manifest = await site.inject(address)
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  expect(manifest.json()).toMatchObject({
    name: 'Playhub',
    lang: 'ru',
    start_url: '/games/ru/',
    display: 'standalone',
    background_color: '#0f1220',
    description: expect.stringContaining('Выберите игру'),
  })
  expect((await site.inject('/manifest.webmanifest?locale=de')).json()).toMatchObject({ lang: 'en' })
  for (const { src, type } of manifest.json().icons) {
    const icon = await site.inject(src)
    expect(icon.statusCode).toBe(200)
    expect(icon.headers['content-type']).toBe(type)
  }
})

test('the sitemap names every page for everybody once in each language, each of them calls itself so', async () => {
  const site = await openSite()
  const { body: robots } = await site.inject('/robots.txt')
  expect(robots).toContain('Sitemap: http://hub.test/sitemap.xml')
  expect(robots).toContain('Disallow: /payments/')
  const { body } = await site.inject('/sitemap.xml')
  const addresses = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address)
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses).toContain('http://hub.test/docs/complaints.html?locale=ru')
  expect(body).not.toContain('/games/en/skyport/')
  const misnamed = []
  for (const address of addresses) {
    const page = await site.inject(address.replace('http://hub.test', ''))
    const canonical = `<link rel="canonical" href="${address}">`
    if (page.statusCode !== 200 || !page.body.includes(canonical)) misnamed.push(address)
  }
  expect(misnamed).toEqual([])
})

test('every field is in the page, with whole addresses', async () => {
  const dir = copyContent({})
  const file = (values: object) => JSON.stringify(values)
  const own = { ru: 'a', en: 'b' }
  writeFileSync(
    join(dir, 'pages/catalogue.yaml'),
    file({ title: own, description: own, keywords: own, ogTitle: own, ogDescription: own, ogType: 'game' }),
  )
  const site = await openSite({ CONTENT_DIR: dir })
  const { body } = await site.inject('/games/ru/?utm=1')
  const address = 'http://hub.test/games/ru/'
  for (const tag of [
    '<title>a</title>',
    '<meta name="description" content="a">',
    '<meta name="keywords" content="a">',
    '<link rel="icon" href="/main_images/favicon.svg">',
    '<link rel="apple-touch-icon" href="/main_images/apple-touch-icon.png">',
    `<meta property="og:url" content="${address}">`,
    '<meta property="og:type" content="game">',
    '<meta property="og:title" content="a">',
    '<meta property="og:description" content="a">',
    '<meta property="og:image" content="http://hub.test/main_images/share.png">',
    '<meta property="og:site_name" content="Playhub">',
    `<link rel="canonical" href="${address}">`,
    `<link rel="alternate" hreflang="ru" href="${address}">`,
    '<link rel="alternate" hreflang="en" href="http://hub.test/games/en/">',
    '<link rel="alternate" hreflang="x-default" href="http://hub.test/games/en/">',
  ]) {
    expect(body).toContain(tag)
  }
})

test('a game that is alone on its host is at home there, under its own name', async () => {
  const dir = copyContent({ islandm3: (yaml) => `outOfCatalog: true\n${yaml}` })
  mkdirSync(join(dir, 'pages/islandm3'))
  writeFileSync(join(dir, 'pages/islandm3/default.yaml'), 'ogSiteName: The Island\n')
  const site = await openSite({ CONTENT_DIR: dir, OTHER_ORIGINS: 'http://www.islandm3.test' })
  const { body } = await site.inject({ url: '/games/en/', headers: { host: 'www.islandm3.test' } })
  expect(body).toContain('<title>Treasure Island M3 — play online</title>')
  expect(body).toContain('<link rel="canonical" href="http://www.islandm3.test/games/en/">')
  expect(body).toContain('<meta property="og:site_name" content="The Island">')

  const stranger = await site.inject({ url: '/games/en/', headers: { host: 'www.islandm3.invented' } })
  expect(stranger.body).not.toContain('islandm3.invented')
})

const languages = ['ru', 'en'] as const
const documents = ['contacts', 'offer', 'terms', 'privacy', 'personal-data', '2257', 'complaints']
const publicPages = [
  '/games/{lng}/',
  '/games/{lng}/islandm3/',
  '/prices?locale={lng}',
  '/prices/islandm3?locale={lng}',
  ...documents.map((name) => `/docs/${name}.html?locale={lng}`),
]

const validator = new HtmlValidate({
  extends: ['html-validate:standard', 'html-validate:a11y'],
  // The search answers while one types.
  rules: { 'wcag/h32': 'off' },
})

test('every public page, a page that is not there and the shell of a private one are valid HTML', async () => {
  const site = await openSite()
  const found: Record<string, string[]> = {}
  for (const path of [...publicPages, '/docs/none.html?locale={lng}', '/transactions?locale={lng}']) {
    for (const language of languages) {
      const { body } = await site.inject(path.replace('{lng}', language))
      const { results } = await validator.validateString(body)
      const messages = results.flatMap((result) => result.messages)
      if (messages.length > 0)
        found[`${path} ${language}`] = messages.map(
          ({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`,
        )
    }
  }
  expect(found).toEqual({})
})
