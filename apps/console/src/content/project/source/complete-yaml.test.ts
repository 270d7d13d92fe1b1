import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { completeYaml } from './complete-yaml.ts'

const schema = JSON.parse(
  readFileSync(new URL('../../../../../../content/schema/project.json', import.meta.url), 'utf8'),
)
const complete = (before: string) => completeYaml(schema, before)?.options.map(({ label }) => label)

const items = `name: { en: A }
items:
  - id: gold
    title: { en: Gold }
    price: { RUB: 99 }
`

test.each([
  ['na', ['name', 'brand', 'game']],
  [`${items}    `, ['id', 'title', 'isActive']],
  [`${items}  - `, ['id', 'title', 'isActive']],
  [`${items}    title:\n      `, ['ru', 'en', 'de']],
  [`${items}    price:\n      U`, ['RUB', 'USD']],
  [`${items}    isActive: `, ['true', 'false']],
  [`${items}game:\n  `, ['order', 'genres', 'seo']],
  [`${items}game:\n  orientation: `, ['any', 'landscape', 'portrait']],
  [`${items}game:\n  genres:\n    - pu`, ['puzzle', 'action']],
  [`${items}game:\n  seo:\n    title:\n      en: A\n    `, ['title', 'description', 'ogImage']],
  ['items:\n- id: gold\n  ', ['title', 'price']],
  ['leaderboards:\n  - id: best\n    seasons:\n      - id: one\n        ', ['from', 'to']],
  ['leaderboards:\n  - id: best\n    keep: ', ['best', 'latest', 'sum']],
  [`${items}authType: `, ['postMessage', 'redirect']],
])('%j is completed with %j', (before, labels) => {
  expect(complete(before)).toEqual(expect.arrayContaining(labels))
})

test('a name is completed with its colon, and replaces what is typed', () => {
  const { from, options } = completeYaml(schema, `${items}  - tit`) ?? {}
  expect(from).toBe(`${items}  - `.length)
  expect(options).toContainEqual({ label: 'title', apply: 'title: ', info: 'Name of the item.' })
})

test('texts and comments are not completed', () => {
  expect(complete('# na')).toBeUndefined()
  expect(complete('name: { e')).toBeUndefined()
  expect(complete('brand: ')).toEqual([])
  expect(complete('unknown:\n  ')).toEqual([])
})
