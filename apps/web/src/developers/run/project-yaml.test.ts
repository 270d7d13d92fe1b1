import { expect, test } from 'vitest'
import { nothingUndeclared, toProjectYaml, toSlug } from './project-yaml.ts'

test.each([
  ['gold_100', 'gold-100'],
  ['bestScore', 'best-score'],
  ['__Золото 5', '5'],
  ['золото', 'id'],
  ['x'.repeat(80), 'x'.repeat(63)],
])('%s is written as %s', (id, slug) => {
  expect(toSlug(id)).toBe(slug)
})

test('without anything to add there are no lines', () => {
  expect(toProjectYaml({})).toBe('')
})

test('what the game uses becomes lines to paste, with the id of its code beside ours', () => {
  const undeclared = {
    items: ['gold_100', 'life'],
    boards: ['bestScore', 'time'],
    achievements: [
      { id: 'castles', steps: 100 },
      { id: 'First "win"', steps: 1 },
    ],
  }
  expect(toProjectYaml({ url: 'https://game.example/play', compat: 'yandex', undeclared })).toBe(
    `origins:
  - https://game.example
game:
  frameUrl: https://game.example/play
  compat: yandex
items:
  - id: gold-100
    gameId: gold_100
    title: { ru: gold_100, en: gold_100 }
    price: { RUB: 99, USD: 0.99 }
  - id: life
    title: { ru: life, en: life }
    price: { RUB: 99, USD: 0.99 }
leaderboards:
  - id: best-score
    aliases: [bestScore]
    title: { ru: bestScore, en: bestScore }
  - id: time
    title: { ru: time, en: time }
achievements:
  - id: castles
    title: { ru: castles, en: castles }
    steps: 100
  - id: first-win
    # The game calls it "First \\"win\\"": write this id there.
    title: { ru: "First \\"win\\"", en: "First \\"win\\"" }`,
  )
})

test('a word that YAML takes for something else is quoted', () => {
  const yaml = toProjectYaml({ undeclared: { ...nothingUndeclared, boards: ['true', '42'] } })
  expect(yaml).toContain('title: { ru: "true", en: "true" }')
  expect(yaml).toContain('id: "true"')
  expect(yaml).toContain('title: { ru: "42", en: "42" }')
})

test('ids that become the same slug get one each, and one that is a slug stays as it is', () => {
  const yaml = toProjectYaml({ undeclared: { ...nothingUndeclared, items: ['gold_1', 'gold-1', 'Gold 1'] } })
  expect(yaml.match(/\bid: .*/g)).toEqual(['id: gold-1-2', 'id: gold-1', 'id: gold-1-3'])
  expect(yaml.match(/gameId: .*/g)).toEqual(['gameId: gold_1', 'gameId: "Gold 1"'])
})

test('what the file would refuse is left to the team', () => {
  const long = 'gold_'.repeat(13)
  const yaml = toProjectYaml({
    undeclared: { items: [long], boards: [' '], achievements: [{ id: 'walk', steps: 5e9 }] },
  })
  expect(yaml).toContain(`# The game calls it ${long}: write this id there.`)
  expect(yaml).not.toContain('gameId')
  expect(yaml).toContain('aliases: [" "]\n    title: { ru: id, en: id }')
  expect(yaml).toContain('steps: 1000000000')
})
