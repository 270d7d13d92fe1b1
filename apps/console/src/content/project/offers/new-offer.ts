import type { offerKinds } from '@playhub/contract/operator/constants'
import type { YamlEdit, YamlPath } from '../../yaml/yaml-edit.ts'
import { getField, getList, getText } from '../project-editor.ts'

export type OfferKind = (typeof offerKinds)[number]

const fieldsByKind: Record<OfferKind, readonly string[]> = {
  sale: ['percent', 'price', 'for'],
  bonus: ['adds', 'for'],
  code: ['percent', 'price', 'adds', 'stacks', 'uses', 'perPlayer'],
  gift: ['every', 'for'],
}

/**
 * Adds an offer to the end of the list. An id that a deleted offer has had would get its codes and figures, so the new
 * one names the minute, in UTC.
 * @returns its id
 */
export function addOffer({ add }: YamlEdit, fields: unknown, now = new Date()): string {
  const ids = getList(fields, ['offers']).map((offer) => getText(offer, ['id']))
  const base = `sale-${now.toISOString().slice(0, 16).replace('T', '-').replace(':', '')}`
  let id = base
  for (let number = 2; ids.includes(id); number++) id = `${base}-${number}`
  add(['offers'], { id, kind: 'sale', items: 'all', percent: 20 })
  return id
}

/** Changes what an offer is. Fields that the other kind does not have are removed, and what it needs is added. */
export function changeKind(
  { set, remove }: YamlEdit,
  fields: unknown,
  path: YamlPath,
  kind: OfferKind,
): void {
  const own = Object.keys(Object(getField(fields, path)))
  const others = Object.values(fieldsByKind).flat()
  for (const name of own)
    if (others.includes(name) && !fieldsByKind[kind].includes(name)) remove([...path, name])
  set([...path, 'kind'], kind)
  const [first] = getList(fields, ['items']).map((item) => getText(item, ['id']))
  const has = (name: string) => fieldsByKind[kind].includes(name) && own.includes(name)
  if ((kind === 'sale' || kind === 'code') && !['percent', 'price', 'adds'].some(has))
    set([...path, 'percent'], 20)
  if (kind === 'bonus' && !has('adds') && first) set([...path, 'adds'], [{ item: first, quantity: 1 }])
  if (kind === 'gift') {
    if (!has('every')) set([...path, 'every'], 'day')
    if (getField(fields, [...path, 'items']) === 'all' && first) set([...path, 'items'], [first])
  }
}
