import { isDeepStrictEqual } from 'node:util'
import { currencies, localText } from '@playhub/contract'
import type { Effect, EffectCode } from '@playhub/contract/operator/sentences/effects'
import type { SentenceValue } from '@playhub/contract/operator/sentences/sentence'
import type { Content, Item, LocalizedText, Project } from '../content.ts'
import type { Offer } from '../offers/offer-fields.ts'

type Change = { before: Content; after: Content }
type Pair<T> = { before: T | undefined; after: T | undefined }

/** More are counted. */
const maxEffects = 40

/**
 * What publishing changes for players.
 * @param redrawn  Games whose link preview image changes.
 * @param countOpenOrders  Of items whose price changes.
 */
export async function listEffects(
  change: Change,
  redrawn: readonly Project[],
  countOpenOrders: (itemIds: string[]) => Promise<number>,
): Promise<Effect[]> {
  const effects = [
    ...listChanged(change).flatMap(listProjectEffects),
    ...redrawn.map(({ name }) => effect('share-image', { project: toName(name) })),
    ...listDocumentEffects(change),
    ...listPageEffects(change),
    ...(isDeepStrictEqual(change.before.hub, change.after.hub) ? [] : [effect('hub', {})]),
  ]
  const repriced = listItems(change)
    .filter(isRepriced)
    .flatMap(({ before }) => (before ? [before.id] : []))
  const open = repriced.length > 0 ? await countOpenOrders(repriced) : 0
  const shown = effects.slice(0, maxEffects)
  if (effects.length > shown.length) shown.push(effect('more', { count: effects.length - shown.length }))
  if (open > 0) shown.push(effect('open-orders', { count: open }))
  return shown.length > 0 ? shown : [effect('nothing', {})]
}

/** True when money, addresses or law are concerned. */
export function needsReauthentication({ before, after }: Change): boolean {
  const isGuarded = (pair: Pair<Project>) =>
    !isDeepStrictEqual(pair.before && guarded(pair.before), pair.after && guarded(pair.after))
  return (
    listItems({ before, after }).some(isSoldOtherwise) ||
    listChanged({ before, after }).some(isGuarded) ||
    !isDeepStrictEqual(before.documents, after.documents) ||
    !isDeepStrictEqual(before.hub, after.hub)
  )
}

const guarded = ({ paymentsMethods, origins, host, webhookUrl, agent, supplier, offers, game }: Project) => ({
  ...{ paymentsMethods, origins, host, webhookUrl, agent, supplier, offers },
  frameUrl: game.frameUrl,
})

const effect = (
  name: EffectCode extends `effect.${infer Name}` ? Name : never,
  params: Effect['params'],
): Effect => ({
  code: `effect.${name}`,
  params,
})

function pairById<T extends { id: string }>(before: T[], after: T[]): Pair<T>[] {
  const ids = [...new Set([...before, ...after].map(({ id }) => id))]
  const olds = new Map(before.map((one) => [one.id, one]))
  const news = new Map(after.map((one) => [one.id, one]))
  return ids.map((id) => ({ before: olds.get(id), after: news.get(id) }))
}

/** A project whose file is the same is the same object: thousands are not compared. */
const listChanged = ({ before, after }: Change): Pair<Project>[] =>
  pairById(before.projects, after.projects).filter((pair) => pair.before !== pair.after)

/** Items of changed projects: one may have moved from one to another. */
function listItems(change: Change): Pair<Item>[] {
  const changed = listChanged(change)
  return pairById(
    changed.flatMap(({ before }) => before?.items ?? []),
    changed.flatMap(({ after }) => after?.items ?? []),
  )
}

const isRepriced = ({ before, after }: Pair<Item>) => !isDeepStrictEqual(before?.price, after?.price)

/** True when price, contents, limits or tax of an item change. */
const isSoldOtherwise = (pair: Pair<Item>) => {
  const terms = (item: Item | undefined) =>
    item && [item.price, item.contains, item.limit, item.once, item.vat]
  return !isDeepStrictEqual(terms(pair.before), terms(pair.after))
}

function listProjectEffects({ before, after }: Pair<Project>): Effect[] {
  const project = toName((after ?? before)?.name)
  if (!before) return [effect('project-added', { project })]
  if (!after) return [effect('project-removed', { project })]
  const isShown = ({ game }: Project) => game.isActive
  const effects = pairById(before.items, after.items).flatMap((pair) => listItemEffects(project, pair))
  effects.push(...pairById(before.offers, after.offers).flatMap((pair) => listOfferEffects(project, pair)))
  if (isShown(before) !== isShown(after))
    effects.unshift(effect(isShown(after) ? 'project-on' : 'project-off', { project }))
  if (before.game.order !== after.game.order) effects.push(effect('order', {}))
  const others = ({
    items: _,
    offers: _____,
    game: { isActive: __, order: ___, ...game },
    ...rest
  }: Project) => ({
    ...rest,
    game,
  })
  if (!isDeepStrictEqual(others(before), others(after))) effects.push(effect('project-changed', { project }))
  return effects
}

function listOfferEffects(project: SentenceValue, { before, after }: Pair<Offer>): Effect[] {
  if (isDeepStrictEqual(before, after)) return []
  const name = !before ? 'offer-added' : !after ? 'offer-removed' : 'offer-changed'
  return [effect(name, { project, offer: (after ?? before)?.id ?? '' })]
}

function listItemEffects(project: SentenceValue, { before, after }: Pair<Item>): Effect[] {
  const item = toName((after ?? before)?.title)
  if (!before) return [effect('item-added', { project, item, price: toPrice(after) })]
  if (!after) return [effect('item-removed', { project, item })]
  const { price: oldPrice, isActive: wasActive, ...oldRest } = before
  const { price, isActive, ...rest } = after
  return [
    ...(isDeepStrictEqual(oldPrice, price)
      ? []
      : [effect('price', { project, item, price: toPrice(after), before: toPrice(before) })]),
    ...(wasActive === isActive ? [] : [effect(isActive ? 'item-on' : 'item-off', { project, item })]),
    ...(isDeepStrictEqual(oldRest, rest) ? [] : [effect('item-changed', { project, item })]),
  ]
}

const toName = (text: LocalizedText = {}): SentenceValue => ({
  ru: localText(text, 'ru'),
  en: localText(text, 'en'),
})

function toPrice(item: Item | undefined): SentenceValue {
  return currencies.flatMap((currency) => {
    const amountMinor = item?.price[currency]
    return amountMinor === undefined ? [] : [{ amountMinor, currency }]
  })
}

function listDocumentEffects({ before, after }: Change): Effect[] {
  const withId = ({ documents }: Content) =>
    documents.map((document) => ({ id: `${document.name}.${document.language}`, ...document }))
  return pairById(withId(before), withId(after)).flatMap((pair) => {
    if (isDeepStrictEqual(pair.before, pair.after)) return []
    const { title = '', language = '' } = pair.after ?? pair.before ?? {}
    const name = !pair.before ? 'document-added' : !pair.after ? 'document-removed' : 'document'
    return [effect(name, { title, language })]
  })
}

function listPageEffects({ before, after }: Change): Effect[] {
  const paths = [...new Set([...before.pages.keys(), ...after.pages.keys()])]
  return paths
    .filter((path) => !isDeepStrictEqual(before.pages.get(path), after.pages.get(path)))
    .map((path) => effect('page', { path: `pages/${path}.yaml` }))
}
