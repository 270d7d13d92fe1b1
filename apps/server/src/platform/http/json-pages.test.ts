import { expect, test } from 'vitest'
import { Pages, writeJson } from './json-pages.ts'

test.each([
  ['full', [{ id: 1 }]],
  ['empty', []],
])('other requests have their turn between %s pages', async (_, page) => {
  const pageCount = 20
  let isWritten = false
  let turns = 0
  const countTurn = () => {
    turns += 1
    if (!isWritten) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const pages = new Pages(async function* () {
    for (let count = 0; count < pageCount; count++) yield page
  })
  let text = ''
  for await (const chunk of writeJson({ list: pages })) text += chunk
  isWritten = true
  expect(JSON.parse(text).list).toHaveLength(page.length * pageCount)
  expect(turns).toBeGreaterThanOrEqual(pageCount - 1)
})
