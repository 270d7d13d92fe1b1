import { expect, test } from 'vitest'
import type { Item, Project } from './content.ts'
import { readContent } from './read-content.ts'
import { getSaleState } from './sale-state.ts'

const shipped = new URL('../../../../content', import.meta.url).pathname

function getState(change: {
  item?: Partial<Item>
  project?: Partial<Project>
  game?: Partial<Project['game']>
}) {
  const { projects } = readContent(shipped, {
    GAMES_URL: 'http://localhost:3002',
    SANDBOX_URL: 'http://localhost:3001',
  })
  const project = projects.find(({ id }) => id === 'islandm3') as Project
  const item = { ...(project.items[0] as Item), ...change.item }
  const game = { ...project.game, ...change.game }
  return getSaleState(item, { ...project, ...change.project, game }, ['stripe'])
}

test('an item is on sale when a configured provider charges its price', () => {
  expect(getState({})).toBe('onSale')
  const paymentsMethods: Project['paymentsMethods'] = [{ provider: 'yookassa', methods: ['card'] }]
  expect(getState({ project: { paymentsMethods } })).toBe('noPayments')
  expect(getState({ project: { paymentsMethods: [] } })).toBe('noPayments')
})

test('an item without a price in the currency of any provider cannot be paid', () => {
  expect(getState({ item: { price: { RUB: 9900 } as Item['price'] } })).toBe('noPayments')
})

test('an item is not for sale when it is switched off or its game is inactive', () => {
  expect(getState({ item: { isActive: false } })).toBe('notForSale')
  expect(getState({ game: { isActive: false } })).toBe('notForSale')
})

test('an item of a game in development waits for its game', () => {
  expect(getState({ game: { inDevelop: true } })).toBe('inDevelopment')
})
