import { expect, test } from 'vitest'
import { copyContent } from '../../../test/support/content-copy.ts'
import { openSite } from '../../../test/support/site.ts'
import { readContent } from '../../catalogue/index.ts'
import { getInitials } from '../../catalogue/placeholders/draw.ts'
import { shareSource } from '../share-images/share-image.ts'

const tiny =
  'name: { en: Tiny & Co }\ngame: { frameUrl: https://tiny.example/ }\nitems:\n  - { id: tiny-gem, title: { en: Gem }, price: { USD: 1 } }\n'
function readTiny(dir: string) {
  const placeholders = { GAMES_URL: 'http://games.test', SANDBOX_URL: '' }
  const tiny = readContent(dir, placeholders).projects.find(({ id }) => id === 'islandm3')
  if (!tiny) throw new Error('The project is missing')
  return tiny
}

const withTiny = () => copyContent({ islandm3: () => tiny })

test('every picture of a small project is drawn, with its name and without scripts', async () => {
  const dir = withTiny()
  const site = await openSite({ CONTENT_DIR: dir })
  const { logo, game, items } = readTiny(dir)
  const { cardImage, heroImage, heroImageSmall, background } = game
  for (const path of [logo, cardImage, heroImage, heroImageSmall, background, items[0]?.image ?? '']) {
    const response = await site.inject(path)
    expect(response.statusCode, path).toBe(200)
    expect(response.headers['content-type']).toBe('image/svg+xml')
    expect(response.headers['content-security-policy']).toContain('sandbox')
    expect(response.body).toContain('<title>Tiny &#38; Co</title>')
  }
  for (const path of ['nobody/card.svg', 'islandm3/none.svg', 'islandm3/card.png'])
    expect((await site.inject(`/main_images/placeholders/${path}`)).statusCode, path).toBe(404)
})

test('the page of a small project says that it has no description', async () => {
  const site = await openSite({ CONTENT_DIR: withTiny() })
  const page = (await site.inject('/games/en/islandm3/')).body
  expect(page).toContain('The developers have not described this game yet.')
  expect(page).toContain('<title>Tiny &amp; Co')
})

test('a small project gets a link preview drawn from its placeholder', () => {
  const dir = withTiny()
  expect(shareSource(dir, readTiny(dir), 'en', 'Playhub')).toMatchObject({
    art: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    logo: null,
  })
})

test('initials are the first letters of two words in any script', () => {
  expect(['Treasure Island M3', 'поле', '«»', '2048'].map(getInitials)).toEqual(['TI', 'П', '?', '2'])
})
