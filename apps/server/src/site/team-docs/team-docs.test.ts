import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openSite } from '../../../test/support/site.ts'
import { openTeamDocs, teamDocPaths } from './team-docs.ts'

const docs = openTeamDocs('https://hub.test')
const names = teamDocPaths.map((path) => path.replace('/developers/docs/', ''))

test('every page has a title and the address of the hub in its samples', () => {
  for (const name of names) {
    const { title, html } = docs.read(name)
    expect([name, title]).not.toEqual([name, ''])
    expect(html, name).not.toMatch(/play\.example|localhost:3000\/|<!--|<h1/)
  }
  expect(docs.read('publish').html).toContain(
    'npx --yes https://hub.test/sdk/playhub.tgz publish ./build --hub https://hub.test',
  )
})

test('every link between pages leads to a page and a heading of it, none to a file of the repository', () => {
  const ids = new Map(
    names.map((name) => [
      `/developers/docs/${name}`,
      [...docs.read(name).html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id),
    ]),
  )
  for (const name of names)
    for (const [, href = ''] of docs.read(name).html.matchAll(/<a href="([^"]+)"/g)) {
      if (/^https?:/.test(href)) continue
      const [path, id] = href.split('#')
      const headings = ids.get(path || `/developers/docs/${name}`)
      expect([name, href, headings !== undefined]).toEqual([name, href, true])
      if (id) expect(headings, href).toContain(id)
    }
})

test('the index leads to every page', () => {
  const { html } = docs.read('')
  expect(
    teamDocPaths.filter((path) => path !== '/developers/docs/' && !html.includes(`href="${path}`)),
  ).toEqual([])
})

test('ids of headings are unique within a page', () => {
  for (const name of names) {
    const ids = [...docs.read(name).html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    expect([name, ids.length]).toEqual([name, new Set(ids).size])
  }
})

test('the index links to every page, and every document about a portal is one', () => {
  const { html } = docs.read('')
  for (const path of teamDocPaths.slice(1)) expect(html).toContain(`href="${path}"`)
  const portals = readdirSync(new URL('../../../../../docs/portals', import.meta.url))
  for (const file of portals) expect(names).toContain(`portals/${file.replace('.md', '')}`)
})

test('a search finds sections that have every word, headings first, whatever their case', () => {
  const [first] = docs.search('ERRORS')
  expect(first).toMatchObject({ href: '/developers/docs/sdk#errors', heading: 'Errors' })
  const found = docs.search('rollback idempotency')
  for (const { heading, page, excerpt } of found) expect(`${heading}${page}${excerpt}`).not.toBe('')
  expect(docs.search('ERRÓRS')[0]).toEqual(first)
  expect(docs.search('save_conflict').length).toBeGreaterThan(1)
  expect(docs.search('save_conflict')[0]?.excerpt).toMatch(/SAVE_CONFLICT/)
  for (const nothing of ['', '   ', 'zzzz', '.*zz', '<scripts>', 'constructor.prototype'])
    expect(docs.search(nothing)).toEqual([])
  expect(docs.search('a'.repeat(100_000))).toEqual([])
  expect(docs.search('the').length).toBe(20)
})

test('a page is rendered whole, in the language of the reader, and may be cached and indexed', async () => {
  const site = await openSite()
  const page = await site.inject({ url: '/developers/docs/publish?locale=ru' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toMatch(/<h1[^>]*lang="en"[^>]*>Publish a game/)
  expect(page.body).toContain('Все страницы')
  expect(page.body).toContain('http://hub.test/sdk/playhub.tgz')
  expect(page.body).toContain('<link rel="canonical" href="http://hub.test/developers/docs/publish">')
  expect(page.headers['x-robots-tag']).toBeUndefined()
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  for (const url of ['/developers/docs', '/developers/docs/', '/developers/docs/portals/poki/'])
    expect([url, (await site.inject({ url })).statusCode]).toEqual([url, 200])
})

test('a search is a page without scripts, of no cache and no search engine', async () => {
  const site = await openSite()
  const page = await site.inject({ url: '/developers/docs/?q=webhook' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toMatch(/<a href="\/developers\/docs\/[^"]+"[^>]*>[^<]*webhook/i)
  expect(page.body).toMatch(/<meta name="robots" content="noindex/)
  expect(page.headers['cache-control']).toBe('no-store')
  const attack = await site.inject({ url: '/developers/docs/?q=%3Cscript%3Ealert(1)%3C%2Fscript%3E' })
  expect(attack.body).not.toContain('<script>alert(1)')
  expect(attack.body).toContain('No page has all these words')
})

test('another page of the documentation is the 404 of the hub', async () => {
  const site = await openSite()
  for (const url of [
    '/developers/docs/nothing',
    '/developers/docs/portals',
    '/developers/docs/constructor',
    '/developers/docs/..%2f..%2fpackage.json',
    '/developers/docs/operate/console',
    '/developers/docs/%E0%A4%A',
  ]) {
    const { statusCode, body } = await site.inject({ url, headers: { accept: 'text/html' } })
    expect([url, statusCode]).toEqual([url, url.includes('%E0') ? 400 : 404])
    expect(body).not.toContain('class="prose')
  }
})

test('no page takes an address from the Host header', async () => {
  const site = await openSite()
  for (const host of ['evil.example', '"><script>alert(1)</script>', 'hub.test:99']) {
    const { body } = await site.inject({ url: '/developers/docs/publish', headers: { host } })
    expect(body).not.toMatch(/evil\.example|<script>alert|hub\.test:99/)
    expect(body).toContain('http://hub.test/sdk/playhub.tgz')
  }
})

test('the sitemap has every page', async () => {
  const site = await openSite()
  const { body } = await site.inject('/sitemap.xml')
  for (const path of teamDocPaths) expect(body).toContain(`<loc>http://hub.test${path}</loc>`)
})
