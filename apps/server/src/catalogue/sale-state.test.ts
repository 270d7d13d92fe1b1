import { expect, test } from 'vitest'
import type { Item, Project } from './content.ts'
import { readContent } from './read-content.ts'
import { saleStateOf } from './sale-state.ts'

const shipped = new URL('../../../../content', import.meta.url).pathname

function stateOf(change: {
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
  return saleStateOf(item, { ...project, ...change.project, game }, ['stripe'])
}

test('an item is on sale when a configured provider charges its price', () => {
  expect(stateOf({})).toBe('onSale')
  const paymentsMethods: Project['paymentsMethods'] = [{ provider: 'yookassa', methods: ['card'] }]
  expect(stateOf({ project: { paymentsMethods } })).toBe('noPayments')
  expect(stateOf({ project: { paymentsMethods: [] } })).toBe('noPayments')
})

test('an item without a price in the currency of any provider cannot be paid', () => {
  expect(stateOf({ item: { price: { RUB: 9900 } as Item['price'] } })).toBe('noPayments')
})

test('an item is not for sale when it is switched off or its game is inactive', () => {
  expect(stateOf({ item: { isActive: false } })).toBe('notForSale')
  expect(stateOf({ game: { isActive: false } })).toBe('notForSale')
})

test('an item of a game in development waits for its game', () => {
  expect(stateOf({ game: { inDevelop: true } })).toBe('inDevelopment')
})
