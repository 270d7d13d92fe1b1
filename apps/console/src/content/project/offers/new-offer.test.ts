import { expect, test } from 'vitest'
import { editYaml, readYaml } from '../../yaml/yaml-edit.ts'
import { addOffer, changeKind, type OfferKind } from './new-offer.ts'

const file = `items:
  - id: gems # Sold most.
    price: { USD: 1 }
offers:
  - { id: sale-1, kind: sale, items: all, percent: 20, for: paying }
`
const read = (text: string) => readYaml(text).value as { offers: Record<string, unknown>[] }

function change(text: string, kind: OfferKind) {
  return editYaml(text, (edit) => changeKind(edit, read(text), ['offers', 0], kind))
}

test('a new offer is a sale with an id that no deleted one has had, and comments stay', () => {
  const now = new Date('2030-05-01T09:07:30Z')
  const text = editYaml(file, (edit) => void addOffer(edit, read(file), now))
  const id = 'sale-2030-05-01-0907'
  expect(read(text).offers[1]).toEqual({ id, kind: 'sale', items: 'all', percent: 20 })
  expect(editYaml(text, (edit) => void addOffer(edit, read(text), now))).toContain(`id: ${id}-2`)
  expect(text).toContain('# Sold most.')
  expect(read(editYaml('items: []', (edit) => void addOffer(edit, {}))).offers).toHaveLength(1)
})

test('another kind has what it needs and nothing that it may not have', () => {
  const code = change(file, 'code')
  expect(read(code).offers[0]).toEqual({ id: 'sale-1', kind: 'code', items: 'all', percent: 20 })
  const bonus = change(file, 'bonus')
  expect(read(bonus).offers[0]).toEqual({
    ...{ id: 'sale-1', kind: 'bonus', items: 'all', for: 'paying' },
    adds: [{ item: 'gems', quantity: 1 }],
  })
  const gift = change(bonus, 'gift')
  expect(read(gift).offers[0]).toEqual({
    ...{ id: 'sale-1', kind: 'gift', items: ['gems'], for: 'paying', every: 'day' },
  })
  expect(read(change(gift, 'sale')).offers[0]).toEqual({
    ...{ id: 'sale-1', kind: 'sale', items: ['gems'], for: 'paying', percent: 20 },
  })
})
