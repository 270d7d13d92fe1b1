import { expect, test } from 'vitest'
import { nothingUndeclared, type Undeclared } from './project-yaml.ts'
import { createUndeclared } from './undeclared.ts'

function open(declared = { items: ['gold-100'], boards: ['best'], achievements: [] as string[] }) {
  let found: Undeclared = nothingUndeclared
  const news: string[] = []
  const undeclared = createUndeclared({
    declared,
    onChange: (next) => {
      found = next
    },
    onNew: (kind, id) => void news.push(`${kind} ${id}`),
  })
  return { ...undeclared, found: () => found, news }
}

test('items and boards that the project declares are left out, also under the id in the code', async () => {
  const { addItem, scores, found, news } = open()
  for (const id of ['gold_100', 'gold-100', 'life', 'life']) addItem(id)
  await expect(scores['scores.submit']({ board: 'best', score: 1 })).rejects.toMatchObject({
    code: 'BOARD_NOT_FOUND',
  })
  await expect(scores['scores.top']({ board: 'speed' })).rejects.toMatchObject({ code: 'BOARD_NOT_FOUND' })
  expect(found()).toEqual({ items: ['life'], boards: ['speed'], achievements: [] })
  expect(news).toEqual(['items life', 'boards speed'])
})

test('an achievement has as many steps as the game has reported', async () => {
  const { scores, found, news } = open()
  for (const progress of [3, 12, 7, undefined])
    await expect(
      scores['achievements.progress']({ id: 'castles', ...(progress && { progress }) }),
    ).rejects.toMatchObject({
      code: 'ACHIEVEMENT_NOT_FOUND',
    })
  expect(found().achievements).toEqual([{ id: 'castles', steps: 12 }])
  expect(news).toEqual(['achievements castles'])
})
