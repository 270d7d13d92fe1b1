import type { Purchase as OwnedItem, PriceItem, ProjectConfig } from '@playhub/contract'
import { bridgeErrors, type CatalogItem, type ConsumeResult, type Purchase } from '@playhub/contract/bridge'
import { type Currency, formatMoney } from '@playhub/contract/money'
import { providerTerms } from '@playhub/contract/payment-methods'
import { call } from '../../lib/api/api.ts'
import { readErrorCode } from '../../lib/feedback/load.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { currencyForLanguage, itemLabels, priceIn } from '../../payments/order/prices.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'

export type GameShop = ReturnType<typeof createGameShop>

/**
 * One project's items and purchases; a game has no access to another's. The game reads the ids of its own code
 * (`gameId` in the project's file) and may order by them or by the hub's: here they are translated.
 */
export function createGameShop(project: string, config: () => ProjectConfig | undefined) {
  let prices: Promise<PriceItem[]> | undefined

  function items(): Promise<PriceItem[]> {
    prices ??= call('GET /control/get-prices', { query: { project } }).then(({ data }) => data.result)
    prices.catch(() => {
      prices = undefined
    })
    return prices
  }

  async function findItem(id: string): Promise<PriceItem | undefined> {
    const all = await items()
    return all.find((item) => item.id === id) ?? all.find((item) => item.gameId === id)
  }

  async function owned(): Promise<OwnedItem[]> {
    if (!isLoggedIn()) return []
    const { data } = await call('GET /purchases', { query: { project } })
    return data.result.filter((purchase) => purchase.project === project)
  }

  return {
    /** @param language  The titles' language. The charging provider sets the currency. */
    async catalog(language: string): Promise<CatalogItem[]> {
      return toCatalogItems(await items(), config(), language)
    },
    /** The hub's id of the game's item. @throws GameRefusal when it is not for sale. */
    async findItemId(given: string): Promise<string> {
      const item = await findItem(given)
      if (!item || !isOffered(item)) throw refuseId('UNKNOWN_ITEM', given)
      return item.id
    },
    /** The id in the game's code. */
    async getGameId(id: string): Promise<string> {
      const item = await findItem(id)
      return item ? toGameId(item) : id
    },
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
    const item = await findItem(itemId)
    return { id, itemId: item ? toGameId(item) : itemId, state, createdAt }
  }
}

/** Items for sale in the game's own shop. */
export function toCatalogItems(
  items: PriceItem[],
  config: ProjectConfig | undefined,
  language: string,
): CatalogItem[] {
  const currency = chargedCurrency(config, language)
  return items.filter(isOffered).map((item) => itemForGame(item, language, currency))
}

const toGameId = ({ id, gameId }: PriceItem): string => gameId ?? id

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

const refuseId = (code: 'UNKNOWN_ITEM' | 'UNKNOWN_PURCHASE', id: string) =>
  new GameRefusal(code, `${bridgeErrors[code]} Id: "${id}".`)

/** The first provider's currency; the language's currency when the project has no provider. */
function chargedCurrency(config: ProjectConfig | undefined, language: string): Currency {
  const [first] = config?.paymentsMethods ?? []
  return first ? providerTerms[first.provider].currency : currencyForLanguage(language)
}

/** An item for the game's own shop. */
function itemForGame(item: PriceItem, language: string, currency: Currency): CatalogItem {
  const price = priceIn(item, currency)
  return {
    id: toGameId(item),
    ...itemLabels(item, language),
    imageUrl: item.logoName && new URL(item.logoName, window.location.origin).href,
    price: { ...price, formatted: formatMoney(price, language) },
  }
}
