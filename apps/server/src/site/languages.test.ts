import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contentWithLanguage, editContent } from '../../test/support/added-language.ts'
import { openSite, openSiteWithCatalogue } from '../../test/support/site.ts'
import { dataHeaders } from '../platform/http/base-headers.ts'

const htmlLanguage = (html: string) => /<html lang="(..)"/.exec(html)?.[1]

/** The site in a language from the content, with a German name for one game. */
function germanContent(): string {
  const dir = contentWithLanguage()
  editContent(dir, 'projects/islandm3.yaml', (yaml) =>
    yaml.replace('  en: Treasure Island M3', '  en: Treasure Island M3\n  de: Schatzinsel M3'),
  )
  return dir
}

test('pages are rendered in a language that the content adds, with English for what it lacks', async () => {
  const site = await openSite({ CONTENT_DIR: germanContent() })
  const { body, statusCode } = await site.inject('/games/de/')
  expect([statusCode, htmlLanguage(body)]).toEqual([200, 'de'])
  expect(body).toContain('Weitere Spiele')
  expect((await site.inject('/games/de/?search=schatzinsel')).body).toContain('Ein Spiel')
  expect(body).toContain('Schatzinsel M3')
  expect(body).toContain('Family Town')
  expect(body).toContain('In development')
  expect(body).toContain('<link rel="canonical" href="http://hub.test/games/de/">')
  expect(body).toContain('<link rel="alternate" hreflang="de" href="http://hub.test/games/de/">')
  expect(body).toContain('"languages":["ru","en","de"]')
  const chooser = [...body.matchAll(/data-language="(..)"/g)].map(([, language]) => language)
  expect(chooser).toEqual(['ru', 'en', 'de'])
})

test('cached pages of one address differ by language', async () => {
  const site = await openSite({ CONTENT_DIR: germanContent() })
  const languageAt = async (url: string, language = 'en') =>
    htmlLanguage((await site.inject({ url, headers: { 'accept-language': language } })).body)
  for (const _round of [1, 2]) {
    expect(await languageAt('/prices', 'de-AT, en')).toBe('de')
    expect(await languageAt('/prices')).toBe('en')
    expect(await languageAt('/games/de/')).toBe('de')
    expect(await languageAt('/games/fr/')).toBe('en')
    expect(await languageAt('/session/login?locale=de')).toBe('de')
  }
})

test('a language that the hub does not offer falls back to the default language', async () => {
  const site = await openSite()
  expect(htmlLanguage((await site.inject('/games/de/')).body)).toBe('en')
  const dir = germanContent()
  editContent(dir, 'hub.yaml', (yaml) => `${yaml}\nlanguages: [en, de]\ndefaultLanguage: en\n`)
  const withoutRussian = await openSite({ CONTENT_DIR: dir })
  expect(htmlLanguage((await withoutRussian.inject('/games/ru/')).body)).toBe('en')
  expect((await withoutRussian.inject('/sitemap.xml')).body).not.toContain('/games/ru/')
})

test('sitemap, manifest and error page are in a language that the content adds', async () => {
  const site = await openSite({ CONTENT_DIR: germanContent() })
  expect((await site.inject('/sitemap.xml')).body).toContain('<loc>http://hub.test/games/de/islandm3/</loc>')
  expect((await site.inject('/manifest.webmanifest?locale=de')).json()).toMatchObject({
    lang: 'de',
    start_url: '/games/de/',
  })
  const headers = { accept: 'text/html', 'accept-language': 'de' }
  const { body } = await site.inject({ url: '/main_images/none.svg', headers })
  expect(body).toContain('<h1>Hier ist nichts</h1>')
  expect(body).toContain('href="/games/de/">Zu den Spielen')
})

test('the browser loads the texts of one added language, file by file', async () => {
  const site = await openSite({ CONTENT_DIR: germanContent() })
  const { body } = await site.inject('/games/de/')
  const [, version = ''] = /"textsVersion":"([\w-]+)"/.exec(body) ?? []
  const shared = await site.inject(`/languages/${version}/de/shared.json`)
  expect(shared.headers['cache-control']).toContain('immutable')
  expect(shared.headers).toMatchObject(dataHeaders('http://hub.test'))
  expect(Object.keys(shared.json())).toEqual(['common', 'catalogue', 'errors'])
  expect(shared.json().catalogue).toMatchObject({ allGames: 'Alle Spiele', title: 'Games' })
  const payments = await site.inject(`/languages/${version}/de/payments.json`)
  expect(payments.json()).toHaveProperty('history')
  expect((await site.inject('/languages/earlier/de/shared.json')).headers['cache-control']).toBe('no-store')
  for (const path of [
    'fr/shared.json',
    'de/constructor.json',
    'de/emails.json',
    'de/nothing.json',
    'ru/shared.json',
  ])
    expect((await site.inject(`/languages/${version}/${path}`)).statusCode).toBe(404)
})

test('a reload shows changed texts under a new version', async () => {
  const dir = germanContent()
  const { app, catalogue } = await openSiteWithCatalogue({ CONTENT_DIR: dir })
  const readVersion = async () => /"textsVersion":"([\w-]+)"/.exec((await app.inject('/games/de/')).body)?.[1]
  const before = await readVersion()
  editContent(dir, 'languages/de/catalogue.json', (json) => json.replace('Weitere Spiele', 'Andere Spiele'))
  catalogue.reload()
  expect((await app.inject('/games/de/')).body).toContain('Andere Spiele')
  expect(await readVersion()).not.toBe(before)
})

test('a document is shown in an added language, and in the default one without a translation', async () => {
  const dir = germanContent()
  writeFileSync(join(dir, 'docs/terms.de.md'), '# Nutzungsbedingungen\n\n{company} ist fair.\n')
  const site = await openSite({ CONTENT_DIR: dir })
  expect((await site.inject('/docs/terms.html?locale=de')).body).toContain('Playhub LLC ist fair.')
  expect((await site.inject('/docs/offer.html?locale=de')).body).toMatch(/<h1 lang="en"/)
})
