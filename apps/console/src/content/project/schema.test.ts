import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listFields } from './schema.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../../../content/schema/project.json', import.meta.url), 'utf8'),
)
const fields = listFields(schema)
const find = (name: string) => fields.find(({ path }) => path.join('.') === name)

test('pictures, words by language, lists of links and steps have controls of their own', () => {
  const names = [
    'game.screenshots',
    'game.single.backgroundFiles',
    'game.tags',
    'game.social',
    'game.howToPlay',
  ]
  expect(names.map((name) => find(name)?.kind)).toEqual([
    'pictures',
    'pictures',
    'words',
    'entries',
    'textList',
  ])
})

test('only what needs a text editor is left to Source', () => {
  const listed = fields.filter(({ kind }) => kind === 'other').map(({ path }) => path.join('.'))
  expect(listed.sort()).toEqual(
    [
      'achievements',
      'game.compat',
      'game.network',
      'game.saves',
      'items',
      'leaderboards',
      'offers',
      'paymentsMethods',
    ].sort(),
  )
})

test('a picture knows the field with what it shows', () => {
  expect(find('game.heroImage')?.alt).toEqual(['game', 'heroImageAlt'])
  expect(find('game.cardImage')?.alt).toBeUndefined()
})
