import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listPaidLines, listReturnedLines, nameLine, splitCharge } from './fiscal-lines.ts'
import type { FiscalLine, SoldItem } from './provider.ts'

const anyWeights = fc.array(fc.integer({ min: 100, max: 10_000_000 }), { minLength: 1, maxLength: 40 })
const anyCharge = fc.integer({ min: 100, max: 100_000_000 })
const sum = (lines: { amountMinor: number }[]) => lines.reduce((all, line) => all + line.amountMinor, 0)

function sell(chargeMinor: number, weights: number[]): SoldItem & { lines: FiscalLine[] } {
  const terms = { subject: 'service', mode: 'full_payment', taxSystem: null, timezone: null } as const
  const parts = weights.map((weight, index) => ({
    ...{ itemId: `item-${index}`, title: { en: `Item ${index}` }, quantity: 1, vat: '20' as const },
    weight,
  }))
  const lines = splitCharge(chargeMinor, parts)
  const fiscal = { ...terms, vat: '20' as const, agent: null, supplier: null, lines }
  return { id: 'chest', title: { en: 'Chest' }, fiscal, lines }
}

test('lines add up to the charge, each within a minor unit of its exact share', () => {
  fc.assert(
    fc.property(anyCharge, anyWeights, (charge, weights) => {
      const { lines } = sell(charge, weights)
      const total = weights.reduce((all, weight) => all + weight, 0)
      expect(sum(lines)).toBe(charge)
      for (const [index, { amountMinor }] of lines.entries())
        expect(Math.abs(amountMinor - (charge * (weights[index] ?? 0)) / total)).toBeLessThan(1)
    }),
  )
})

test('partial refunds and the rest add up to each line of the charge', () => {
  const anyRefunds = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 })
  fc.assert(
    fc.property(anyCharge, anyWeights, anyRefunds, (charge, weights, refunds) => {
      const item = sell(charge, weights)
      const left = new Map(item.lines.map(({ itemId, amountMinor }) => [itemId, amountMinor]))
      let remaining = charge
      for (const part of [...refunds, 1]) {
        const amount = Math.round(remaining * part)
        remaining -= amount
        const returned = listReturnedLines(item, amount, remaining)
        expect(sum(returned)).toBe(amount)
        expect(sum(listPaidLines(item, remaining))).toBe(remaining)
        for (const { itemId, amountMinor } of returned) {
          expect(amountMinor).toBeGreaterThan(0)
          left.set(itemId, (left.get(itemId) ?? 0) - amountMinor)
        }
        expect(Math.min(...left.values())).toBeGreaterThanOrEqual(0)
      }
      expect(Math.max(...left.values())).toBe(0)
    }),
  )
})

test('a payment without lines is one line, also of an older release', () => {
  const old = { ...sell(9900, [1, 2]), fiscal: null }
  expect(listPaidLines(old, 9900)).toMatchObject([{ itemId: 'chest', amountMinor: 9900, vat: null }])
  expect(listReturnedLines(old, 3000, 6900)).toMatchObject([{ itemId: 'chest', amountMinor: 3000 }])
})

test('a name keeps its number of units within the limit', () => {
  const [line] = listPaidLines(sell(100, [1]), 100)
  if (!line) expect.unreachable()
  const long = { ...line, title: { ru: 'Подсказка', en: 'Hint' } }
  expect(nameLine({ ...long, quantity: 12 }, 'ru', 10)).toBe('Подск × 12')
  expect(nameLine(long, 'en', 10)).toBe('Hint')
})
