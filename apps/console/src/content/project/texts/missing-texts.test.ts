import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listTexts } from '../schema.ts'
import { listMissing } from './missing-texts.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../../../../content/schema/project.json', import.meta.url), 'utf8'),
)
const fields = {
  name: { ru: 'Игра', en: 'Game' },
  items: [
    { id: 'gold', title: { en: 'Gold' } },
    { id: 'gems', title: { ru: ' ', en: 'Gems' }, description: {} },
  ],
  leaderboards: [
    { id: 'best', title: { ru: 'Лучший', en: 'Best' }, seasons: [{ id: 'one', title: { en: 'One' } }] },
  ],
  game: {
    howToPlay: [{ ru: 'Прыгайте.' }],
    seo: { title: { ru: 'Игра', en: 'Game' } },
    screenshots: ['/main_images/a.webp', { image: '/main_images/b.webp', alt: { en: 'A board' } }],
  },
}

test('every text of the schema is listed, those in lists as often as they are there', () => {
  const names = listTexts(schema, fields).map((path) => path.join('.'))
  expect(names).toEqual(
    expect.arrayContaining([
      'name',
      'items.0.title',
      'items.0.description',
      'items.1.title',
      'leaderboards.0.seasons.0.title',
      'game.cardDescription',
      'game.howToPlay.0',
      'game.screenshots.0.alt',
      'game.screenshots.1.alt',
      'game.seo.keywords',
    ]),
  )
  expect(names).not.toContain('items.2.title')
  expect(names).not.toContain('game.tags')
})

test('a text is missing in a language when another one has it', () => {
  const missing = listMissing(fields, listTexts(schema, fields), ['ru', 'en'])
  expect(missing.map(({ path, language }) => `${path.join('.')} ${language}`)).toEqual([
    'items.0.title ru',
    'items.1.title ru',
    'leaderboards.0.seasons.0.title ru',
    'game.screenshots.1.alt ru',
    'game.howToPlay.0 en',
  ])
})
