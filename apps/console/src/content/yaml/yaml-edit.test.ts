import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { editYaml, readYaml, type YamlEdit } from './yaml-edit.ts'

const content = new URL('../../../../../content/', import.meta.url)
const sample = (path: string) => readFileSync(new URL(path, content), 'utf8')
const samples = readdirSync(new URL('projects', content)).map((name) => `projects/${name}`)

const game = `# The game.
name: { ru: Игра, en: "Game" } # Its name.
origins: [https://a.example,   https://b.example]


base: &price { RUB: 99,USD: 0.99 }
items:
  # The first one.
  - id: gold
    title: { en: 'Gold' }
    price: *price
  # Sold out.
  - id: gems   # Never change it.
    price: &gems
      USD: 1.50
  - id: pearls
    price: *gems
notes: |
  Two
  lines
`

const edit = (change: (edit: YamlEdit) => void, text = game) => editYaml(text, change)

/** Lines that differ, as a patch shows them. */
function diff(after: string, before = game): string[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')]
  return [
    ...old.filter((line) => !fresh.includes(line)).map((line) => `-${line}`),
    ...fresh.filter((line) => !old.includes(line)).map((line) => `+${line}`),
  ]
}

test.each(samples)('no edit leaves %s as it is', (path) => {
  const text = sample(path)
  expect(edit(() => {}, text)).toBe(text)
})

test.each(samples)('a price of %s changes one line', (path) => {
  const text = sample(path)
  const after = edit(({ set }) => set(['items', 0, 'price', 'USD'], 7.77), text)
  expect(diff(after, text)).toHaveLength(2)
  expect(parse(after).items[0].price.USD).toBe(7.77)
})

test('a text keeps its quotation marks and its comment', () => {
  const after = edit(({ set }) => set(['name', 'en'], 'Games'))
  expect(diff(after)).toEqual([
    '-name: { ru: Игра, en: "Game" } # Its name.',
    '+name: { ru: Игра, en: "Games" } # Its name.',
  ])
})

test('a new text joins the others of its field', () => {
  const after = edit(({ set }) => set(['name', 'de'], 'Spiel'))
  expect(diff(after)[1]).toBe('+name: { ru: Игра, en: "Game", de: Spiel } # Its name.')
})

test.each([
  '12',
  'true',
  'null',
  '~',
  '1e3',
  '0x1f',
  '.5',
  '# no comment',
  '- no list',
  'a: b',
  ' spaces ',
  '*a',
  '@a',
  '%a',
  '',
  '2026-11-30',
])('the text %j stays a text', (text) => {
  for (const path of [['name', 'ru'], ['name', 'de'], ['brand'], ['items', 0, 'id']])
    expect(readYaml(edit(({ set }) => set(path, text))).value).toHaveProperty(path, text)
})

test('a text of several lines can be written and changed', () => {
  const text = 'One\n\n  two: # three\nfour'
  const after = edit(({ set }) => set(['name', 'ru'], text))
  expect(parse(after).name.ru).toBe(text)
  expect(parse(edit(({ set }) => set(['notes'], 'Three\nlines'))).notes).toBe('Three\nlines')
})

test('a price behind an alias changes for its item alone', () => {
  const after = edit(({ set }) => set(['items', 0, 'price', 'USD'], 2))
  const { base, items } = parse(after)
  expect([base, items[0].price]).toEqual([
    { RUB: 99, USD: 0.99 },
    { RUB: 99, USD: 2 },
  ])
  expect(after).toContain('base: &price { RUB: 99,USD: 0.99 }')
})

test('a number loses the decimals of the one before it', () => {
  expect(edit(({ set }) => set(['items', 1, 'price', 'USD'], 2.5))).toContain('      USD: 2.5\n')
})

test('an item whose anchor others use can be removed', () => {
  const after = edit(({ remove }) => remove(['items', 1]))
  expect(parse(after).items).toEqual([
    { id: 'gold', title: { en: 'Gold' }, price: { RUB: 99, USD: 0.99 } },
    { id: 'pearls', price: { USD: 1.5 } },
  ])
  expect(after).not.toContain('# Sold out.')
  expect(after).toContain('# The first one.')
})

test('removing the last field of a group removes the group', () => {
  const after = edit(({ remove }) => remove(['items', 0, 'title', 'en']))
  expect(parse(after).items[0]).toEqual({ id: 'gold', price: { RUB: 99, USD: 0.99 } })
  expect(edit(({ remove }) => remove(['items', 0, 'nothing']))).toBe(game)
})

test('items move with their comments, past anchors that they use', () => {
  const after = edit(({ move }) => move(['items'], 1, 2))
  expect(parse(after).items.map(({ id }: { id: string }) => id)).toEqual(['gold', 'pearls', 'gems'])
  expect(parse(after).items[1].price).toEqual({ USD: 1.5 })
  expect(after).toContain('  # Sold out.\n  - id: gems # Never change it.')
  const back = edit(({ move }) => move(['items'], 2, 0))
  expect(parse(back).items.map(({ id }: { id: string }) => id)).toEqual(['pearls', 'gold', 'gems'])
})

test('an item is added at the end, its price in one line', () => {
  const item = { id: 'crown', title: { ru: 'Корона', en: 'Crown' }, price: { RUB: 199, USD: 1.99 } }
  const after = edit(({ add }) => add(['items'], item))
  expect(diff(after)).toEqual([
    '+  - id: crown',
    '+    title:',
    '+      ru: Корона',
    '+      en: Crown',
    '+    price: { RUB: 199, USD: 1.99 }',
  ])
  expect(parse(edit(({ add }) => add(['items'], item), 'name: { en: A }\n'))).toEqual({
    name: { en: 'A' },
    items: [item],
  })
})

test('entries of a list keep their comments, and an empty list goes', () => {
  const list = 'origins:\n  - https://a.example\n  # For tests.\n  - https://b.example\nname: { en: A }\n'
  const after = edit(({ set }) => set(['origins'], ['https://b.example', 'https://c.example']), list)
  expect(after).toBe(
    'origins:\n  # For tests.\n  - https://b.example\n  - https://c.example\nname: { en: A }\n',
  )
  expect(edit(({ set }) => set(['origins'], []), list)).toBe('name: { en: A }\n')
})

test('a field without a value becomes a group', () => {
  expect(parse(edit(({ set }) => set(['game', 'order'], 5), 'name: { en: A }\ngame:\n'))).toEqual({
    name: { en: 'A' },
    game: { order: 5 },
  })
  expect(parse(edit(({ set }) => set(['name', 'en'], 'A'), ''))).toEqual({ name: { en: 'A' } })
})

test('line ends, a byte order mark and a missing last line end stay', () => {
  const windows = `\u{feff}${game.replaceAll('\n', '\r\n')}`
  const after = edit(({ set }) => set(['name', 'en'], 'Games'), windows)
  expect(after).toBe(windows.replace('"Game"', '"Games"'))
  expect(edit(({ set }) => set(['b'], 3), 'a: 1\nb: 2')).toBe('a: 1\nb: 3')
})

test('a text that is no YAML is reported and left alone', () => {
  expect(readYaml('a: [1').error).toMatch(/./)
  expect(readYaml('a: *b').error).toMatch(/./)
  expect(() => edit(({ set }) => set(['a'], 1), 'a: [1')).toThrow()
})
