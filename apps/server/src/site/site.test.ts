import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import { copyContent } from '../../test/support/content-copy.ts'
import { openSite } from '../../test/support/site.ts'

test('a path without a language uses the locale parameter, then the cookie, then Accept-Language', async () => {
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

const recognised = ['ru', 'en', 'de', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh'] as const
/** Every path whose second segment may be a language. */
const pathsWithLanguage = [
  '/games/{lng}/',
  '/games/{lng}/islandm3/',
  '/prices/{lng}',
  '/docs/{lng}',
  '/unauthorized/{lng}',
]

test.each(recognised)('the second segment %s of a path is the language of the page', async (language) => {
  const site = await openSite()
  const other = language === 'ru' ? 'en' : 'ru'
  const headers = { 'accept-language': other, cookie: `i18nextLng=${other}` }
  const shown = []
  for (const path of pathsWithLanguage) {
    const { body } = await site.inject({ url: `${path.replace('{lng}', language)}?locale=${other}`, headers })
    const { language: boot } = JSON.parse(/id="boot-data"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? '{}')
    shown.push([path, /<html lang="(..)"/.exec(body)?.[1], boot])
  }
  const inInterface = language === 'ru' ? 'ru' : 'en'
  expect(shown).toEqual(pathsWithLanguage.map((path) => [path, inInterface, language]))
})

test.each(recognised)(
  'a redirect keeps the language %s of the path, or of the locale parameter',
  async (language) => {
    const site = await openSite()
    const paths = [
      `/games/${language}/skyport/`,
      `/games/${language}/islandm3/more`,
      `/nowhere/${language}`,
      `/transactions/${language}`,
      `/settings/${language}/more`,
      `/?locale=${language}`,
      `/games?locale=${language}`,
      `/games/xx/?locale=${language}`,
      `/nowhere?locale=${language}`,
    ]
    const targets = await Promise.all(paths.map(async (url) => (await site.inject(url)).headers.location))
    expect(targets.map((target) => String(target).split('?')[0])).toEqual(
      paths.map(() => `/games/${language}/`),
    )
  },
)

test('a language that is not recognised falls back to English', async () => {
  const site = await openSite()
  const headers = { 'accept-language': 'ru' }
  for (const url of ['/?locale=xx', '/nowhere?locale=uk', '/games/xx/?locale=xx'])
    expect((await site.inject({ url, headers })).headers.location).toMatch(/^\/games\/en\//)
  expect((await site.inject({ url: '/prices?locale=xx', headers })).body).toContain('<html lang="en"')
})

test('/prices/ru is the whole price list in Russian, with the canonical address of the list', async () => {
  const site = await openSite()
  const { statusCode, body } = await site.inject('/prices/ru')
  expect(statusCode).toBe(200)
  expect(body).toContain('Остров сокровищ M3')
  expect(body).toContain('Нейроарена')
  expect(body).toContain('<link rel="canonical" href="http://hub.test/prices/?locale=ru">')
  expect((await site.inject('/prices/islandm3?locale=ru')).body).not.toContain('Энергоячейки')
})

test.each(['/', '/games', '/games/xx/', '/nowhere/at/all', '/games/ru/skyport/', '//'])(
  'a redirect from %s keeps the parameters of the embedding app',
  async (path) => {
    const site = await openSite()
    const query = 'jwt=a.b.c&session=s%201&source=mobile&project=islandm3&locale=ru'
    const { statusCode, headers } = await site.inject(`${path}?${query}&other=1`)
    expect(statusCode).toBe(302)
    const target = new URL(String(headers.location), 'http://hub.test')
    expect(target.pathname).toBe('/games/ru/')
    expect(Object.fromEntries(target.searchParams)).toEqual(Object.fromEntries(new URLSearchParams(query)))
  },
)

test.each(['/api', '/api/nowhere?a=1', '/webhooks', '/webhooks/nowhere'])(
  'unknown calls of %s get a problem document on every method',
  async (url) => {
    const site = await openSite()
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
      const { statusCode, headers, body } = await site.inject({
        method,
        url,
        headers: { accept: 'text/html' },
      })
      expect([method, statusCode, headers['content-type']]).toEqual([method, 404, 'application/problem+json'])
      expect(JSON.parse(body)).toMatchObject({ code: 'ROUTE_NOT_FOUND', status: 404 })
    }
  },
)

test('/favicon.ico leads to the icon of the host', async () => {
  const site = await openSite()
  const { headers } = await site.inject('/favicon.ico')
  const icon = await site.inject(String(headers.location))
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml'])
})

test('a page is rendered in the theme of the cookie, or in that of the device without one', async () => {
  const site = await openSite()
  const page = (cookie: string) => site.inject({ url: '/games/en/', headers: { cookie } })
  expect((await page('theme=dark')).body).toContain('<html lang="en" data-theme="dark"')
  expect((await page('a=b; theme=light')).body).toContain('data-theme="light"')
  expect((await page('theme=pink')).body).toContain('<html lang="en">')
  expect((await site.inject({ url: '/settings', headers: { cookie: 'theme=dark' } })).body).toContain(
    'data-theme="dark"',
  )
})

test('every page has the background colour of the settings', async () => {
  const dir = copyContent({})
  const hub = join(dir, 'hub.yaml')
  writeFileSync(hub, readFileSync(hub, 'utf8').replace('backgroundColor: ""', 'backgroundColor: "#331a00"'))
  const site = await openSite({ CONTENT_DIR: dir })
  for (const path of [
    '/games/en/',
    '/prices',
    '/docs/terms.html',
    '/settings',
    '/session/login',
    '/docs/none.html',
  ]) {
    const { body } = await site.inject({ url: path, headers: { cookie: 'theme=light' } })
    expect(body, path).toContain('data-background="dark" style="--background:#331a00;')
  }
})

test('a document written in one language only is shown in it, marked with that language', async () => {
  const dir = copyContent({})
  writeFileSync(join(dir, 'docs/rules.ru.md'), '# Правила\n\nПишите на {supportEmail}.\n')
  const site = await openSite({ CONTENT_DIR: dir })
  const { body } = await site.inject('/docs/rules.html?locale=en')
  expect(body).toMatch(/<h1 lang="ru"[^>]*>Правила<\/h1>/)
  expect(body).toMatch(/Пишите на .*support@playhub\.example/)
})

test('operator files are served unchanged under a policy that runs no scripts', async () => {
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

test('a missing file gives browsers an error page and other clients a problem', async () => {
  const site = await openSite()
  const page = await site.inject({ url: '/main_images/none.svg', headers: asBrowser })
  expect(page.statusCode).toBe(404)
  expect(page.body).toContain('<h1>Здесь ничего нет</h1>')
  expect(page.body).toContain('href="/games/ru/"')
  const problem = await site.inject({ url: '/static_files/none.js', headers: { accept: '*/*' } })
  expect(problem.json()).toMatchObject({ status: 404, code: 'ROUTE_NOT_FOUND' })
})

test('a rendering failure gives browsers an error page in their language and other clients a problem', async () => {
  const site = await openSite({}, () => Promise.reject(new Error('Rendering failed on purpose')))
  for (const url of ['/games/ru/', '/transactions']) {
    const page = await site.inject({ url, headers: asBrowser })
    expect(page.statusCode).toBe(500)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('<h1>У нас неполадки</h1>')
    expect(page.body).not.toContain('on purpose')
    expect(page.body).not.toContain('<script')
    expect((await site.inject(url)).json()).toMatchObject({ status: 500, code: 'FAULT' })
  }
})

test('a compressed page inlines its critical CSS, and a plain one links the stylesheet and the manifest', async () => {
  const site = await openSite()
  const manifest = '/manifest.webmanifest?locale=en'
  const inlined = `<style data-stylesheets="/assets/client.css" data-manifest="${manifest}">h1{color:red}</style>`
  const linked = '<link rel="stylesheet" href="/assets/client.css">'
  const manifestLink = `<link rel="manifest" href="${manifest}">`
  for (const url of ['/games/en/', '/docs/terms.html', '/session/login', '/transactions']) {
    const plain = await site.inject(url)
    expect(plain.body).toContain(linked)
    expect(plain.body).toContain(manifestLink)
    const { headers, rawPayload } = await site.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('accept-encoding'),
    })
    expect(brotliDecompressSync(rawPayload).toString()).toBe(
      plain.body.replace(linked, inlined).replace(manifestLink, ''),
    )
  }
})

test('the web app manifest is in the language of the page', async () => {
  const site = await openSite()
  const { body } = await site.inject('/games/ru/')
  const [, url = ''] = /<link rel="manifest" href="([^"]+)"/.exec(body) ?? []
  const manifest = await site.inject(url)
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

test('the sitemap lists every public page once in each language, with the address that the page calls canonical', async () => {
  const site = await openSite()
  const { body: robots } = await site.inject('/robots.txt')
  expect(robots).toContain('Sitemap: http://hub.test/sitemap.xml')
  expect(robots).toContain('Disallow: /payments/')
  expect(robots).toMatch(/^Allow: \/session\/login\$$[\s\S]*^Disallow: \/session\/$/m)
  const { body } = await site.inject('/sitemap.xml')
  const urls = [...body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = '']) => url)
  expect(new Set(urls).size).toBe(urls.length)
  expect(urls).toContain('http://hub.test/docs/complaints.html?locale=ru')
  expect(urls).toContain('http://hub.test/session/login')
  expect(body).not.toContain('/games/en/skyport/')
  const misnamed = []
  for (const url of urls) {
    const page = await site.inject(url.replace('http://hub.test', ''))
    const canonical = `<link rel="canonical" href="${url}">`
    if (page.statusCode !== 200 || !page.body.includes(canonical)) misnamed.push(url)
  }
  expect(misnamed).toEqual([])
})

test('of the pages for logging in, only the first is for search engines, and not with parameters of a game', async () => {
  const site = await openSite()
  const isHidden = async (path: string) => {
    const { body, headers } = await site.inject(path)
    const isHiddenByHeader = headers['x-robots-tag'] === 'noindex'
    expect(body.includes('content="noindex"')).toBe(isHiddenByHeader)
    return isHiddenByHeader
  }
  for (const path of ['/session/login', '/session/login?locale=ru']) expect(await isHidden(path)).toBe(false)
  for (const path of [
    '/session/login?session=s',
    '/session/login?project=islandm3',
    '/session/login/some-session',
    '/session/login/email',
    '/session/registration',
    '/auth/recovery-password',
    '/payments/process/p',
  ])
    expect(await isHidden(path)).toBe(true)
})

test('every metadata field is in the page, with absolute addresses', async () => {
  const dir = copyContent({})
  const file = (values: object) => JSON.stringify(values)
  const own = { ru: 'a', en: 'b' }
  writeFileSync(
    join(dir, 'pages/catalogue.yaml'),
    file({ title: own, description: own, keywords: own, ogTitle: own, ogDescription: own, ogType: 'game' }),
  )
  const site = await openSite({ CONTENT_DIR: dir })
  const { body } = await site.inject('/games/ru/?utm=1')
  const url = 'http://hub.test/games/ru/'
  for (const tag of [
    '<title>a</title>',
    '<meta name="description" content="a">',
    '<meta name="keywords" content="a">',
    '<link rel="icon" href="/main_images/favicon.svg">',
    '<link rel="apple-touch-icon" href="/main_images/apple-touch-icon.png">',
    `<meta property="og:url" content="${url}">`,
    '<meta property="og:type" content="game">',
    '<meta property="og:title" content="a">',
    '<meta property="og:description" content="a">',
    '<meta property="og:image" content="http://hub.test/main_images/share.png">',
    '<meta property="og:site_name" content="Playhub">',
    `<link rel="canonical" href="${url}">`,
    `<link rel="alternate" hreflang="ru" href="${url}">`,
    '<link rel="alternate" hreflang="en" href="http://hub.test/games/en/">',
    '<link rel="alternate" hreflang="x-default" href="http://hub.test/games/en/">',
  ]) {
    expect(body).toContain(tag)
  }
})

test('a game outside the catalogue has canonical addresses on its own host and its own metadata', async () => {
  const dir = copyContent({ islandm3: (yaml) => `outOfCatalog: true\n${yaml}` })
  mkdirSync(join(dir, 'pages/islandm3'))
  writeFileSync(join(dir, 'pages/islandm3/default.yaml'), 'ogSiteName: The Island\n')
  const site = await openSite({ CONTENT_DIR: dir, OTHER_ORIGINS: 'http://www.islandm3.test' })
  const { body } = await site.inject({ url: '/games/en/', headers: { host: 'www.islandm3.test' } })
  expect(body).toContain('<title>Treasure Island M3 — play online</title>')
  expect(body).toContain('<link rel="canonical" href="http://www.islandm3.test/games/en/">')
  expect(body).toContain('<meta property="og:site_name" content="The Island">')

  const unknownHost = await site.inject({ url: '/games/en/', headers: { host: 'www.islandm3.invented' } })
  expect(unknownHost.body).not.toContain('islandm3.invented')
})

const parseGamePage = (body: string) => ({
  isQuestion: body.includes('Are you 18 or over?'),
  hasFrame: body.includes('game-frame'),
  isCatalogue: body.includes('href="/games/en/islandm3/"'),
})
const question = { isQuestion: true, hasFrame: false, isCatalogue: false }
const list = { isQuestion: false, hasFrame: false, isCatalogue: true }

test('a project outside the catalogue leads to /games on the main host, by every address of its game', async () => {
  const site = await openSite()
  for (const query of ['', '?play=1', '?play'])
    expect((await site.inject(`/games/en/nightcity/${query}`)).headers.location).toBe('/games/en/')
  const ownHost = { url: '/games/en/nightcity/?play=1', headers: { host: 'nightcity.localhost' } }
  expect((await site.inject(ownHost)).headers.location).toBe('/games/en/')
})

test('the catalogue page of a project outside the catalogue is its single game, by host or by the project parameter', async () => {
  const site = await openSite()
  const at = async (url: string, host = 'hub.test') =>
    parseGamePage((await site.inject({ url, headers: { host } })).body)
  expect(await at('/games/en/')).toEqual(list)
  expect(await at('/games/en/?project=nightcity')).toEqual(question)
  expect(await at('/games/en/?session=s&project=nightcity&play=1')).toEqual(question)
  expect(await at('/games/en/?project=islandm3')).toEqual(list)
  expect(await at('/games/en/?project=nowhere')).toEqual(list)
  expect(await at('/games/en/', 'nightcity.localhost')).toEqual(question)
  expect(await at('/games/en/?project=islandm3', 'nightcity.localhost')).toEqual(list)
})

test('the single game of the project parameter has its own title and is not for search engines', async () => {
  const site = await openSite()
  const { body } = await site.inject('/games/en/?project=nightcity')
  expect(body).toContain('<title>Night City — play online, 18+</title>')
  expect(body).toContain('noindex')
})

test('a project outside the catalogue is in no list: games, prices, sitemap', async () => {
  const site = await openSite()
  const lists = await Promise.all(['/games/en/', '/prices', '/sitemap.xml'].map((url) => site.inject(url)))
  for (const { body } of lists) expect(body).not.toContain('nightcity')
  const { body } = await site.inject('/prices/nightcity?locale=en')
  expect(body).toContain('Stack of chips')
  expect(body).toContain('href="/games/en/?project=nightcity"')
})

test('a single game that is not open shows the catalogue', async () => {
  const dir = copyContent({ nightcity: (yaml) => yaml.replace('game:\n', 'game:\n  isActive: false\n') })
  const site = await openSite({ CONTENT_DIR: dir })
  expect(parseGamePage((await site.inject('/games/en/?project=nightcity')).body)).toEqual(list)
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
  // The search form updates while the user types and needs no submit button.
  rules: { 'wcag/h32': 'off' },
})

test('every public page, the not-found page and the shell of a private page are valid HTML', async () => {
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

test('pictures of a game say what they show, in the language of the page', async () => {
  const dir = copyContent({
    islandm3: (yaml) =>
      yaml.replace(
        /screenshots:\n {4}- (\S+)/,
        'heroImageAlt: { en: A beach, ru: Пляж }\n  screenshots:\n    - image: $1\n      alt: { en: A board of gems }',
      ),
  })
  const site = await openSite({ CONTENT_DIR: dir })
  const english = (await site.inject('/games/en/islandm3/')).body
  expect(english).toContain('alt="A beach"')
  expect(english).toContain('alt="A board of gems"')
  expect(english).toContain('aria-label="Screenshot 1 of 2: A board of gems"')
  expect(english).toContain('aria-label="Screenshot 2 of 2"')
  const russian = (await site.inject('/games/ru/islandm3/')).body
  expect(russian).toContain('alt="Пляж"')
  expect(russian).toContain('aria-label="Скриншот 1 из 2: A board of gems"')
})
