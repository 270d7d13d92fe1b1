import type { Purchase as OwnedItem, PriceItem, ProjectConfig } from '@playhub/contract'
import { bridgeErrors, type CatalogItem, type ConsumeResult, type Purchase } from '@playhub/contract/bridge'
import { type Currency, formatMoney, type Money } from '@playhub/contract/money'
import { providerTerms } from '@playhub/contract/payment-methods'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { call } from '../../lib/api/api.ts'
import { accessToken } from '../../lib/context/hub-context.ts'
import { readErrorCode } from '../../lib/feedback/load.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { offerPrices } from '../../payments/order/offer-prices.ts'
import { currencyForLanguage, itemLabels, priceIn } from '../../payments/order/prices.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'

export type GameShop = ReturnType<typeof createGameShop>

/**
 * One project's items and purchases; a game has no access to another's. The game reads the ids of its own code
 * (`gameId` in the project's file) and may order by them or by the hub's: here they are translated.
 */
export function createGameShop(project: string, config: () => ProjectConfig | undefined) {
  const prices = createPriceCache(project)
  const { items } = prices
  /** By hub id: the prices that the game has read, and shows. */
  const shown = new Map<string, Money>()

  async function findItem(id: string): Promise<PriceItem | undefined> {
    const all = await items()
    return all.find((item) => item.id === id) ?? all.find((item) => item.gameId === id)
  }

  async function getGameId(id: string): Promise<string> {
    const item = await findItem(id)
    return item ? toGameId(item) : id
  }

  async function owned(): Promise<OwnedItem[]> {
    if (!isLoggedIn()) return []
    const { data } = await call('GET /purchases', { query: { project } })
    return data.result.filter((purchase) => purchase.project === project)
  }

  return {
    /** @param language  The titles' language. The charging provider sets the currency. */
    async catalog(language: string): Promise<CatalogItem[]> {
      const listed = await items()
      const currency = chargedCurrency(config(), language)
      for (const item of listed) shown.set(item.id, priceIn(item, currency))
      // Games read the list again by then, so an open shop shows a sale that staff have just published.
      const latest = new Date(Date.now() + longestKeepMs).toISOString()
      return toCatalogItems(listed, config(), language).map(({ validUntil = latest, ...sold }) => ({
        ...sold,
        validUntil: [validUntil, latest].sort()[0] ?? latest,
      }))
    },
    /** The hub's id of the game's item. @throws GameRefusal when it is not for sale. */
    async findItemId(given: string): Promise<string> {
      const item = await findItem(given)
      if (!item || !isOffered(item)) throw refuseId('UNKNOWN_ITEM', given)
      return item.id
    },
    /** What the game shows as the item's price; undefined where it has read none. */
    getShownPrice: (itemId: string): Money | undefined => shown.get(itemId),
    /** The next call reads the prices again: they depend on what the player has bought. */
    forgetPrices: prices.forget,
    /** @throws GameRefusal */
    async claimGift(offerId: string): Promise<Purchase[]> {
      if (!isLoggedIn()) throw new GameRefusal('NOT_SIGNED_IN')
      const { data } = await call('POST /offers/gifts/claim', { body: { project, offerId } }).catch(
        (error) => {
          throw toGiftRefusal(readErrorCode(error)) ?? error
        },
      )
      const createdAt = Date.now()
      return Promise.all(
        data.result.purchases.map(async ({ id, itemId }) => ({
          id,
          itemId: await getGameId(itemId),
          state: 'granted' as const,
          createdAt,
        })),
      )
    },
    /** The id in the game's code. */
    getGameId,
    async purchases(): Promise<Purchase[]> {
      const purchases = await owned()
      return Promise.all(purchases.map(purchaseForGame))
    },
    /** An order's purchase; undefined when it is consumed already, or not granted yet. */
    async findPurchase(paymentId: string): Promise<Purchase | undefined> {
      const purchase = (await owned()).find((candidate) => candidate.paymentId === paymentId)
      return purchase && purchaseForGame(purchase)
    },
    /** @param given  A purchase, or an item: then the oldest purchase of it. */
    async consume(given: string): Promise<ConsumeResult> {
      if (!isLoggedIn()) throw new GameRefusal('NOT_SIGNED_IN')
      const purchases = (await call('GET /purchases', { query: {} })).data.result
      const purchase = purchases.find(({ id }) => id === given)
      // Refused before anything is consumed.
      if (purchase && purchase.project !== project) throw refuseId('UNKNOWN_PURCHASE', given)
      return consume(project, purchase ? given : await findPurchaseId(given, purchases))
    },
  }

  /** A purchase missing from the list may have been consumed before, which the hub knows. */
  async function findPurchaseId(given: string, purchases: OwnedItem[]): Promise<string> {
    const item = await findItem(given)
    if (!item) return given
    const purchase = purchases.find(({ itemId, state }) => itemId === item.id && state === 'granted')
    if (!purchase) throw refuseId('UNKNOWN_PURCHASE', given)
    return purchase.id
  }

  async function purchaseForGame({ id, itemId, state, createdAt }: OwnedItem): Promise<Purchase> {
    return { id, itemId: await getGameId(itemId), state, createdAt }
  }
}

/**
 * A project's price list as this player gets it, kept until an offer begins or ends, or the player changes, and a minute at
 * most: staff publish offers and end them at once.
 */
function createPriceCache(project: string) {
  let kept: { token: string | null; rows: Promise<PriceItem[]>; endsAt: number } | undefined

  async function load(): Promise<PriceItem[]> {
    const query = { project }
    const personal = isLoggedIn() && call('POST /offers/prices', { body: query }).catch(ignoreRefusal)
    const { data } = (await personal) || (await call('GET /control/get-prices', { query }))
    return data.result
  }

  return {
    items(): Promise<PriceItem[]> {
      const token = accessToken()
      if (kept && kept.token === token && Date.now() < kept.endsAt) return kept.rows
      const loading = { token, rows: load(), endsAt: Number.POSITIVE_INFINITY }
      kept = loading
      loading.rows.then(
        (rows) => {
          loading.endsAt = findChange(rows)
        },
        () => {
          if (kept === loading) kept = undefined
        },
      )
      return loading.rows
    },
    forget(): void {
      kept = undefined
    },
  }
}

/** The list for everybody is better than none: each order is priced by the hub. */
function ignoreRefusal(error: unknown): false {
  if (isRefusal(error)) return false
  throw error
}

/** The clock of this device may be ahead: a list that the hub has just sent is read again soon, and not at once. */
const shortestKeepMs = 2_000
const longestKeepMs = 60_000

function findChange(rows: PriceItem[]): number {
  const changes = rows.flatMap(({ validUntil }) => (validUntil ? [Date.parse(validUntil)] : []))
  const now = Date.now()
  return Math.max(Math.min(now + longestKeepMs, ...changes), now + shortestKeepMs)
}

/** Items for sale in the game's own shop. */
export function toCatalogItems(
  items: PriceItem[],
  config: ProjectConfig | undefined,
  language: string,
): CatalogItem[] {
  const currency = chargedCurrency(config, language)
  const offered = items.filter(isOffered)
  return offered.map((item) => itemForGame(item, items, language, currency))
}

const toGameId = ({ id, gameId }: Pick<PriceItem, 'id' | 'gameId'>): string => gameId ?? id

/** A disabled item is not offered in the game either. */
const isOffered = ({ saleState }: PriceItem) => saleState !== 'notForSale'

async function consume(project: string, id: string): Promise<ConsumeResult> {
  const { result } = (
    await call('POST /purchases/{id}/consume', { params: { id } }).catch((error) => {
      throw gameRefusalFor(readErrorCode(error), id) ?? error
    })
  ).data
  if (result.project !== project) throw refuseId('UNKNOWN_PURCHASE', id)
  return { id, alreadyConsumed: result.alreadyConsumed }
}

/** A revoked purchase no longer exists for games; a frozen one may be consumed later. */
function gameRefusalFor(code: string | null, id: string): GameRefusal | undefined {
  if (code === 'PURCHASE_NOT_FOUND' || code === 'PURCHASE_REVOKED') return refuseId('UNKNOWN_PURCHASE', id)
  return code === 'PURCHASE_FROZEN'
    ? new GameRefusal('NOT_AVAILABLE', `The purchase "${id}" is frozen: its payment is disputed or refunded.`)
    : undefined
}

function toGiftRefusal(code: string | null): GameRefusal | undefined {
  if (code === 'OFFER_NOT_FOUND') return new GameRefusal('UNKNOWN_OFFER')
  if (code === 'LIMIT_REACHED') return new GameRefusal('LIMIT_REACHED')
  return code === 'ITEM_ALREADY_OWNED'
    ? new GameRefusal('NOT_AVAILABLE', 'The player owns an item of this gift already.')
    : undefined
}

const refuseId = (code: 'UNKNOWN_ITEM' | 'UNKNOWN_PURCHASE', id: string) =>
  new GameRefusal(code, `${bridgeErrors[code]} Id: "${id}".`)

/** The first provider's currency; the language's currency when the project has no provider. */
function chargedCurrency(config: ProjectConfig | undefined, language: string): Currency {
  const [first] = config?.paymentsMethods ?? []
  return first ? providerTerms[first.provider].currency : currencyForLanguage(language)
}

/** An item for the game's own shop. */
function itemForGame(item: PriceItem, items: PriceItem[], language: string, currency: Currency): CatalogItem {
  const { price, list } = offerPrices(item, currency)
  const write = (money: Money) => ({ ...money, formatted: formatMoney(money, language) })
  const findGameId = (id: string) => toGameId(items.find((each) => each.id === id) ?? { id })
  return {
    id: toGameId(item),
    ...itemLabels(item, language),
    imageUrl: item.logoName && new URL(item.logoName, window.location.origin).href,
    price: write(price),
    ...(list && { listPrice: write(list) }),
    ...(list && item.endsAt && { endsAt: item.endsAt }),
    ...(item.validUntil && { validUntil: item.validUntil }),
    ...(item.contains && {
      contains: item.contains.map(({ id, quantity }) => ({ id: findGameId(id), quantity })),
    }),
  }
}
