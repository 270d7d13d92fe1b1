import {
  type ClientConfig,
  type FoundGames,
  type Game,
  type PageMetadata,
  type PriceItem,
  type PublicApi,
  type PublicScores,
  shippedOffer,
} from '@playhub/contract'
import { expect, test } from 'vitest'
import { render } from './entry-server.tsx'

const both = (text: string) => ({ ru: `${text} (ru)`, en: text })

const facts: Game['facts'] = {
  genres: [],
  session: null,
  controls: [],
  languages: [],
  age: null,
  addedOn: null,
  updatedOn: null,
  badge: null,
}

function game(project: string, page: Partial<Game['web_page']> = {}): Game {
  return {
    project,
    mainData: { projectName: project, outOfCatalog: false },
    web_page: {
      cardBackgroundColor: '#0e6f7c',
      footerBackgroundColor: '#0b4a5c',
      cardLogoImage: '/main_images/logo.svg',
      gameImage: '/main_images/card.webp',
      heroImage: '/main_images/hero.webp',
      heroImageSmall: '/main_images/hero.svg#svgView(viewBox(550,0,900,900))',
      projectBackgroundFile: '',
      screenshots: [],
      inDevelop: false,
      isActive: true,
      iframeUrl: 'http://games.test/',
      framePermissions: [],
      orientation: 'any',
      ...page,
    },
    localization: {
      name: both(`Game ${project}`),
      cardDescription: both('One line'),
      fullDescription: both('Two lines'),
      howToPlay: [],
    },
    facts,
    social: { items: [] },
    seoData: {
      title: both('t'),
      description: both('d'),
      keywords: both('k'),
      ogImage: '/main_images/share.png',
    },
  }
}

const games = [game('islandm3'), game('familytown', { inDevelop: true })]
const found = (games: Game[], change: Partial<FoundGames> = {}): FoundGames => ({
  featured: null,
  games: games.filter(({ web_page }) => !web_page.inDevelop),
  comingSoon: games.filter(({ web_page }) => web_page.inDevelop),

  popular: [],
  newGames: [],
  genres: [],
  isLarge: false,
  total: games.length,
  page: 1,
  pages: 1,
  isGuess: false,
  ...change,
})
const refusal = (code: string) => Object.assign(new Error(code), { code })

const api: PublicApi = {
  getInitialConfig: async () => ({
    projects: [],
    settings: [],
    supportEmail: 'help@hub.test',
  }),
  getGamesData: async () => games,
  findGames: async () => found(games),
  getGameData: async (name) => {
    const found = games.find(({ project }) => project === name)
    if (!found) throw refusal('GAME_NOT_FOUND')
    return found
  },
  getSingleGameData: async () => Promise.reject(refusal('GAME_NOT_FOUND')),
  getPrices: async () => [],
  getDocument: async (name) => {
    if (name !== 'terms') throw refusal('DOCUMENT_NOT_FOUND')
    return { name, language: 'en', title: 'Terms of use', html: '<p>All fair.</p>', contents: [] }
  },
}

const page: PageMetadata = {
  title: 'Games & more',
  faviconImage: '/main_images/favicon.svg',
  appleTouchImage: '/main_images/apple-touch-icon.png',
  description: 'Play "now"',
  keywords: 'games',
  ogUrl: 'http://hub.test/games/en/',
  ogType: 'website',
  ogTitle: 'Playhub',
  ogDescription: 'Play now',
  ogImage: '/main_images/share.png',
  ogSiteName: 'Playhub',
}

const clientConfig: ClientConfig = {
  ...shippedOffer,
  textsVersion: '',
  brand: 'Playhub',
  tenant: 'playhub',
  origin: 'http://hub.test',
  developmentOrigins: [],
  authMethods: ['mail'],
  operator: { company: both('Company'), address: both(''), supportEmail: 'help@hub.test' },
}

const asset = (url: string) => ({ url, bytes: 1, brotliBytes: 1 })
const assets = {
  boot: asset('/assets/boot.js'),
  client: asset('/assets/client.js'),
  css: [asset('/assets/client.css')],
  fontFacesCss: '@font-face{}',
  criticalRules: [{ within: [], css: 'h1{color:red}', selectors: [[]] }],
  fonts: {
    cyrillic: { text: '/assets/cyrillic.woff2', headings: '/assets/cyrillic-headings.woff2' },
    latin: { text: '/assets/latin.woff2', headings: '/assets/latin-headings.woff2' },
  },
}

const unexpectedCall = () => Promise.reject(new Error('Unexpected call'))
const noApi = Object.fromEntries(Object.keys(api).map((name) => [name, unexpectedCall]))

/** Returns a page's schema.org objects. */
function structuredDataIn(html: string): unknown {
  const [, json = ''] = html.match(/<script type="application\/ld\+json">(.*?)<\/script>/) ?? []
  return JSON.parse(json)['@graph']
}

type Change = {
  language?: 'ru' | 'en'
  theme?: 'dark' | 'light'
  background?: string
  api?: Partial<PublicApi>
}

function open(url: string, change: Change = {}) {
  const { language = 'en', theme, background } = change
  return render({
    url,
    language,
    theme,
    background,
    notStarted: { text: 'Not loaded', retry: 'Try again' },
    tenant: 'playhub',
    origin: 'http://hub.test',
    api: { ...api, ...change.api },
    assets,
    page,
    clientConfig,
  })
}

test('the catalogue is complete without JavaScript', async () => {
  const { status, html } = await open('/games/en/')
  expect(status).toBe(200)
  expect(html).toContain('<title>Games &amp; more</title>')
  expect(html).toContain('content="Play &quot;now&quot;"')
  expect(html).toContain('<link rel="canonical" href="http://hub.test/games/en/">')
  expect(html).toContain('<link rel="alternate" hreflang="ru" href="http://hub.test/games/ru/">')
  expect(html).toContain('hreflang="x-default"')
  expect(html).toContain('href="/games/en/islandm3/"')
  expect(html).toContain('href="/assets/latin.woff2"')
  expect(html).not.toContain('noindex')
  expect(structuredDataIn(html)).toMatchObject([
    { '@type': 'WebSite', name: 'Playhub', url: 'http://hub.test/games/en/' },
    { '@type': 'ItemList', itemListElement: [{ position: 1, name: 'Game islandm3' }] },
  ])
})

test('a game page has structured data', async () => {
  const { html } = await open('/games/ru/islandm3/', { language: 'ru' })
  const url = 'http://hub.test/games/ru/islandm3/'
  const name = 'Game islandm3 (ru)'
  expect(structuredDataIn(html)).toMatchObject([
    { '@type': 'VideoGame', name, url, inLanguage: ['ru', 'en'] },
    { '@type': 'BreadcrumbList', itemListElement: [{ position: 1 }, { position: 2, name, item: url }] },
  ])
})

test('a game in development is shown and cannot be opened', async () => {
  const { html } = await open('/games/en/')
  expect(html).toContain('In development')
  expect(html).not.toContain('href="/games/en/familytown/"')
})

test('a page has no inline JavaScript', async () => {
  const { html } = await open('/games/en/')
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)([^>]*)>/g)].map(([, attributes]) => attributes)
  for (const attributes of inline) expect(attributes).toMatch(/type="application\/(ld\+)?json"/)
  expect(html).not.toMatch(/\son\w+=/)
})

test('texts of a game cannot close a script element', async () => {
  const evil = game('evil')
  evil.localization.name.en = '</script><img src=x onerror=alert(1)>'
  const { html } = await open('/games/en/', { api: { findGames: async () => found([evil]) } })
  expect(html).not.toContain('<img src=x')
})

test.each(['unknown', 'familytown'])('the page of %s redirects to the catalogue', async (name) => {
  const response = await open(`/games/ru/${name}/`, { language: 'ru' })
  expect(response).toMatchObject({ status: 302, redirect: '/games/ru/' })
})

test('an unknown address redirects to the catalogue in the language of the player', async () => {
  expect(await open('/nowhere', { language: 'ru' })).toMatchObject({ redirect: '/games/ru/' })
  expect(await open('/', { language: 'en' })).toMatchObject({ redirect: '/games/en/' })
  expect(await open('/games/xx/', { language: 'ru' })).toMatchObject({ redirect: '/games/ru/' })
})

test('a language without texts shows English, with an English canonical address', async () => {
  const { html } = await open('/games/de/')
  expect(html).toContain('All games')
  expect(html).toContain('href="/games/de/islandm3/"')
  expect(html).toContain('<link rel="canonical" href="http://hub.test/games/en/">')
})

test('each page of the catalogue has its own canonical address, and a search is not indexed', async () => {
  const findGames = async () => found(games, { total: 50, page: 2, pages: 3 })
  const second = await open('/games/en/?page=2', { api: { findGames } })
  expect(second.html).toContain('<link rel="canonical" href="http://hub.test/games/en/?page=2">')
  expect(second.html).toContain('hreflang="ru" href="http://hub.test/games/ru/?page=2"')
  expect(second.html).toContain('<title>Games &amp; more — Page 2</title>')
  expect(second.html).toMatch(/aria-current="page"[^>]*>2</)
  const beyond = await open('/games/en/?page=9', { api: { findGames } })
  expect(beyond).toMatchObject({ status: 302, redirect: '/games/en/?page=2' })
  const search = await open('/games/en/?search=island')
  expect(search.html).toContain('<meta name="robots" content="noindex">')
  expect(search.html).toContain('Search results')
})

test('a search without results says so and links to all games', async () => {
  const { html } = await open('/games/en/?search=%3Cxyzzy%3E', { api: { findGames: async () => found([]) } })
  expect(html).toContain('&lt;xyzzy&gt;')
  expect(html).toContain('No games found')
  expect(html).toMatch(/href="\/games\/en\/"[^>]*>All games/)
})

test('a private page is a shell that is not indexed', async () => {
  const { status, html } = await open('/transactions')
  expect(status).toBe(200)
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).toContain('data-start="paint"')
  expect(html).toContain('"hydration":null')
})

test('the shell of a payment shows what is the same for every payment, without a call of the API', async () => {
  const { html } = await open('/payments/process/some-payment', { api: noApi })
  expect(html).toContain('You pay once.')
  expect(html).toContain('>Payment</h1>')
  expect(html).toContain('aria-busy="true"')
  expect(html).toContain('"hydration":null')
  expect((await open('/payments/done')).html).not.toContain('You pay once.')
})

const priceItem = (id: string, change: Partial<PriceItem> = {}): PriceItem => ({
  id,
  project: 'islandm3',
  title: { en: id, ru: `${id} (ru)` },
  description: { en: 'd' },
  ruTitle: `${id} (ru)`,
  ruValue: 99,
  enTitle: id,
  enValue: 0.99,
  logoName: '/main_images/item.svg',
  ruDescription: 'd',
  enDescription: 'd',
  ruAmountMinor: 9900,
  enAmountMinor: 99,
  once: false,
  saleState: 'onSale',
  ...change,
})

test('the price list sells items, and says why one is not for sale', async () => {
  const items = [
    priceItem('hints'),
    priceItem('hat', { once: true }),
    priceItem('off', { saleState: 'notForSale' }),
    priceItem('soon', { saleState: 'inDevelopment' }),
    priceItem('free', { saleState: 'noPayments' }),
  ]
  const { html } = await open('/prices/islandm3', { api: { getPrices: async () => items } })
  expect(html.match(/aria-label="Buy for \$0\.99: \w+"/g)).toEqual([
    'aria-label="Buy for $0.99: hints"',
    'aria-label="Buy for $0.99: hat"',
  ])
  expect(html).toContain('Not for sale right now')
  expect(html).toContain('Coming with the game')
  expect(html).toContain('No payments here yet')
})

test('a reduced item has the old price before the new one, its percent and the lowest price of 30 days', async () => {
  const items = [
    priceItem('hints', { enAmountMinor: 79, listEnValue: 0.99, lowestEnValue: 0.89 }),
    priceItem('pack', { contains: [{ id: 'hints', quantity: 3 }], worthEnValue: 2.97 }),
    priceItem('plus', { adds: [{ id: 'hints', quantity: 1 }], firstPurchase: true }),
  ]
  const { html } = await open('/prices/islandm3', { api: { getPrices: async () => items } })
  const text = html.replace(/<!-- -->|<[^>]+>/g, '').replace(/\s+/g, ' ')
  expect(html).toMatch(/<s><span[^>]*>\$0\.99<\/span><\/s>/)
  expect(text).toContain('Old price $0.99, now $0.79-20%Buy for $0.79Lowest price in 30 days: $0.89')
  expect(text).toContain('Contains: 3 × hints')
  expect(text).toContain('Save $1.98 compared with buying separately')
  expect(text).toContain('First purchase')
  expect(text).toContain('Bonus: hints')
  expect(html.match(/<s>/g)).toHaveLength(1)
})

test("a game's page sells nothing to those who have not played", async () => {
  const { html } = await open('/games/en/islandm3/', { api: { getPrices: async () => [priceItem('hints')] } })
  expect(html).not.toContain('Buy for')
})

test("a game's page shows its scores as a guest sees them, without JavaScript", async () => {
  const title = both('Most gems')
  const periods = [{ id: 'all', title: null }]
  const scores: PublicScores = {
    boards: [{ id: 'gems', aliases: [], title, order: 'descending', format: 'number', decimals: 0, periods }],
    top: [
      {
        ...{ id: 'e1', rank: 1, name: null, number: 4821, isMe: false, score: 1234, extra: null },
        ...{ source: 'client', reachedAt: 0 },
      },
    ],
    achievements: [
      {
        ...{ id: 'first', title: both('First chest'), description: null, icon: null },
        ...{ points: 5, steps: 1, progress: 0, unlockedAt: null },
      },
    ],
  }
  const getScores = async () => scores
  const { html } = await open('/games/en/islandm3/', { api: { getScores } })
  expect(html).toMatch(/<h2 id="leaderboard"[^>]*>Most gems<\/h2>/)
  expect(html).toContain('<bdi>Player 4821</bdi>')
  expect(html).toContain('1,234')
  expect(html).toContain('First chest')
})

test('names and texts of players are no HTML of the page', async () => {
  const attack = '</script><script>alert(1)</script>'
  const entry = { id: 'e1', rank: 1, name: attack, number: 4821, isMe: false, score: 1, extra: attack }
  const periods = [{ id: 'all', title: null }]
  const getScores = async (): Promise<PublicScores> => ({
    boards: [
      {
        ...{ id: 'gems', aliases: [], title: both('Gems'), order: 'descending', format: 'number' },
        ...{ decimals: 0, periods },
      },
    ],
    top: [{ ...entry, source: 'client', reachedAt: 0 }],
    achievements: [],
  })
  const { html } = await open('/games/en/islandm3/', { api: { getScores } })
  expect(html).toContain('&lt;/script&gt;&lt;script&gt;')
  expect(html).not.toContain(attack)
})

test("a game's page works without its scores", async () => {
  const getScores = () => Promise.reject(new Error('The database does not answer'))
  const { status, html } = await open('/games/en/islandm3/', { api: { getScores } })
  expect(status).toBe(200)
  expect(html).not.toContain('id="leaderboard"')
})

test('Play on a card opens the game, and its name the page', async () => {
  const { html } = await open('/games/en/')
  expect(html).toMatch(/<a href="\/games\/en\/islandm3\/"[^>]*>Game islandm3<\/a>/)
  expect(html).toMatch(/<a href="\/games\/en\/islandm3\/\?play=1"[^>]* aria-label="Play Game islandm3"/)
})

test('a running game starts with its picture, without the header and the page', async () => {
  const { html } = await open('/games/en/islandm3/?play=1')
  expect(html).toMatch(/<img src="\/main_images\/card\.webp"[^>]* class="game-art loading-art"/)
  expect(html).toContain('Loading the game…')
  expect(html).not.toContain('site-header')
  expect(html).not.toContain('unbounded')
  expect(html).toContain('<link rel="canonical" href="http://hub.test/games/en/islandm3/">')
})

test("a game's page lists the facts that are known, and how to play", async () => {
  const page = {
    ...game('islandm3'),
    facts: {
      ...facts,
      genres: ['puzzle', 'word'],
      age: 12,
      session: { fromMinutes: 3, toMinutes: 10 },
      controls: ['touch'],
      languages: ['ru', 'en'],
      updatedOn: '2026-10-15',
    } satisfies Game['facts'],
  }
  page.localization = { ...page.localization, howToPlay: [both('Swap two neighbours')] }
  const { html } = await open('/games/en/islandm3/', { api: { getGameData: async () => page } })
  const listed = [...html.matchAll(/<dt[^>]*>([^<]+)<\/dt><dd[^>]*>([^<]+)<\/dd>/g)].map(
    ([, label, value]) => `${label}: ${value}`,
  )
  expect(listed).toEqual([
    'Genre: Puzzle · Word',
    'Session: 3–10 min',
    'Controls: Touch',
    'Languages: Русский · English',
    'Age: 12+',
    'Updated: October 15, 2026',
  ])
  expect(html).toContain('Swap two neighbours')
  const plain = await open('/games/en/islandm3/')
  expect(plain.html).not.toMatch(/<dl|How to play|Screenshots/)
})

test('the login page is complete without JavaScript, and indexed at one address', async () => {
  const { status, html } = await open('/session/login/?locale=en')
  expect(status).toBe(200)
  expect(html).toContain('href="/session/login/email"')
  expect(html).toContain('<link rel="canonical" href="http://hub.test/session/login">')
  expect(html).toContain('<title>Log in to Playhub · ')
  expect(html).toContain(
    '<meta name="description" content="Your purchases and receipts stay with your account.">',
  )
  expect(html).not.toContain('hreflang="ru"')
  expect(html).not.toContain('noindex')
  expect(html).toContain('data-start="idle"')
})

test.each(['/session/login/some-session', '/session/login?project=islandm3', '/session/login?failed=3'])(
  '%s has parameters that only the client knows, so the server sends a shell',
  async (url) => {
    const { html } = await open(url)
    expect(html).toContain('"hydration":null')
    expect(html).toContain('noindex')
  },
)

test('a catalogue that fails to load shows an error and a retry button', async () => {
  const findGames = () => Promise.reject(new Error('down'))
  const { status, html } = await open('/games/en/', { api: { findGames } })
  expect(status).toBe(503)
  expect(html).toContain('Try again')
  expect(html).toContain('"hydration":null')
})

test('a document is shown, and a missing one is a 404 page', async () => {
  expect((await open('/docs/terms.html')).html).toContain('<p>All fair.</p>')
  const missing = await open('/docs/none.html')
  expect(missing.status).toBe(404)
  expect(missing.html).toContain('nothing here')
})

test('the page has the background colour of the settings in both themes', async () => {
  const openOn = async (value: string, theme?: 'light' | 'dark') => {
    return (await open('/games/en/', { theme, background: value })).html
  }
  const brown = 'data-background="dark" style="--background:#331a00;--text-share:100%"'
  for (const theme of ['light', 'dark', undefined] as const) {
    const html = await openOn('#331a00', theme)
    expect(html).toContain(brown)
    expect(html.match(/<meta name="theme-color".*>/g)).toEqual([
      '<meta name="theme-color" content="#331a00">',
    ])
  }
  expect(await openOn('#fed')).toContain('data-background="light" style="--background:#fed;')
  // The default of any page without the setting.
  for (const value of ['', 'red;}', '#12', '#331a00;color:red'])
    expect(await openOn(value)).toContain('<html lang="en">')
})

test('a page has the theme of the player’s preference, theme-color included; else that of the browser', async () => {
  const { html } = await open('/games/en/', { theme: 'light' })
  expect(html).toContain('<html lang="en" data-theme="light"')
  expect(html.match(/<meta name="theme-color".*>/g)).toEqual(['<meta name="theme-color" content="#f9f5ee">'])
  const { html: preferred } = await open('/games/en/')
  expect(preferred).not.toMatch(/<html[^>]*data-theme/)
  expect(preferred.match(/<meta name="theme-color".*>/g)).toHaveLength(2)
})
