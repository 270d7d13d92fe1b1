import { type PageMetadata, shippedLanguages } from '@playhub/contract'
import { describe, expect, test } from 'vitest'
import type { Content } from '../../catalogue/index.ts'
import { readContent } from '../../catalogue/read-content.ts'
import { pageMetadata } from './metadata.ts'

const url = 'http://hub.test/here/'

const shipped = readContent(new URL('../../../../../content', import.meta.url).pathname, {
  GAMES_URL: 'http://games.test',
  SANDBOX_URL: '',
})

/** The shipped content with only the given page files. */
function contentWith(pages: Record<string, string>): Content {
  const parsed = Object.entries(pages).map(([file, json]) => [file, JSON.parse(json)] as const)
  return { ...shipped, pages: new Map(parsed) }
}

/** A file's value, and the default. */
const fields: Record<Exclude<keyof PageMetadata, 'ogUrl'>, { ru: string; en: string; byDefault: string }> = {
  title: { ru: 'Имя', en: 'Name', byDefault: 'Playhub' },
  description: { ru: 'О чём', en: 'About', byDefault: '' },
  keywords: { ru: 'слова', en: 'words', byDefault: '' },
  faviconImage: { ru: '/main_images/a.svg', en: '/main_images/a.svg', byDefault: '/main_images/favicon.svg' },
  appleTouchImage: {
    ru: '/main_images/b.png',
    en: '/main_images/b.png',
    byDefault: '/main_images/apple-touch-icon.png',
  },
  ogType: { ru: 'game', en: 'game', byDefault: 'website' },
  ogTitle: { ru: 'Ссылка', en: 'Link', byDefault: 'Playhub' },
  ogDescription: { ru: 'О ссылке', en: 'About the link', byDefault: '' },
  ogImage: { ru: '/main_images/c.png', en: '/main_images/c.png', byDefault: '/main_images/share.png' },
  ogSiteName: { ru: 'Hub', en: 'Hub', byDefault: 'Playhub' },
}

describe.each(Object.entries(fields))('%s', (field, { ru, en, byDefault }) => {
  const value = ru === en ? ru : { ru, en }
  const set = JSON.stringify({ [field]: value })
  const other = JSON.stringify({ [field]: ru === en ? `${ru}?` : { ru: '?', en: '?' } })

  test.each([
    ['the file of the page', { catalogue: set, default: other, game: other, 'islandm3/default': other }],
    ['the file of all pages', { default: set, game: other, 'familytown/catalogue': other }],
  ])('comes from %s', (_from, pages) => {
    const content = contentWith(pages)
    for (const language of shippedLanguages) {
      const page = pageMetadata(content, { kind: 'catalogue', language, tenant: 'playhub', url })
      expect(page[field as keyof PageMetadata]).toBe({ ru, en }[language])
    }
  })

  test('comes from the file of the tenant on its own host', () => {
    const content = contentWith({ 'islandm3/default': set, catalogue: other, default: other })
    const page = pageMetadata(content, { kind: 'catalogue', language: 'en', tenant: 'islandm3', url })
    expect(page[field as keyof PageMetadata]).toBe(en)
  })

  test('has a default when no file sets it', () => {
    const content = contentWith({})
    const page = pageMetadata(content, { kind: 'catalogue', language: 'en', tenant: 'playhub', url })
    expect(page[field as keyof PageMetadata]).toBe(byDefault)
  })
})

test('the metadata of a game comes before every file, and its name fills the other texts', () => {
  const content = contentWith({
    default: '{"ogSiteName":"Hub"}',
    game: '{"title":{"ru":"?","en":"?"},"ogTitle":{"ru":"Игра {game}","en":"Play {game}"}}',
  })
  const project = content.projects.find(({ id }) => id === 'islandm3')
  const shareImage = '/share/islandm3.en.png'
  const requested = { kind: 'game', language: 'en', tenant: 'playhub', url, project, shareImage } as const
  expect(pageMetadata(content, requested)).toMatchObject({
    title: 'Treasure Island M3 — play online',
    ogTitle: 'Play Treasure Island M3',
    ogImage: shareImage,
    ogSiteName: 'Hub',
    ogUrl: url,
  })
})
