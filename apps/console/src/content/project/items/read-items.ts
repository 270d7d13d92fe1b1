import type { currencies } from '@playhub/contract/money'
import { getField, getList, getText } from '../project-editor.ts'

export type Item = {
  index: number
  id: string
  title: string
  image: string | undefined
  price: Record<(typeof currencies)[number], number | undefined>
  isActive: boolean
}

/** @param languages  The title is in the first one that it has. */
export function readItems(fields: unknown, languages: readonly string[]): Item[] {
  return getList(fields, ['items']).map((item, index) => {
    const title = languages.map((language) => getText(item, ['title', language])).find(Boolean)
    const id = getText(item, ['id'])
    return {
      index,
      id,
      title: title ?? id,
      image: getText(item, ['image']) || undefined,
      price: { RUB: getNumber(item, ['price', 'RUB']), USD: getNumber(item, ['price', 'USD']) },
      isActive: getField(item, ['isActive']) !== false,
    }
  })
}

function getNumber(fields: unknown, path: readonly string[]): number | undefined {
  const value = getField(fields, path)
  return typeof value === 'number' ? value : undefined
}

/** Adds or takes percent. A price in whole units stays in whole units, if it can. */
export function changeByPercent(price: number, percent: number): number {
  const changed = price * (1 + percent / 100)
  const isWhole = Number.isInteger(price) && changed >= 1
  return isWhole ? Math.round(changed) : Math.round(changed * 100) / 100
}
