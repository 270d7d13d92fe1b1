import type { Purchase as OwnedItem, PriceItem, ProjectConfig } from '@playhub/contract'
import type { CatalogItem, ConsumeResult, Purchase } from '@playhub/contract/bridge'
import { type Currency, formatMoney } from '@playhub/contract/money'
import { providerTerms } from '@playhub/contract/payment-methods'
import { call } from '../../lib/api/api.ts'
import { readErrorCode } from '../../lib/feedback/load.ts'
import { isLoggedIn } from '../../lib/player/player.ts'
import { currencyForLanguage, itemLabels, priceIn } from '../../payments/order/prices.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'

export type GameShop = ReturnType<typeof createGameShop>

/** One project's items and purchases; a game has no access to another's. */
export function createGameShop(project: string, config: () => ProjectConfig | undefined) {
  let prices: Promise<PriceItem[]> | undefined

  function items(): Promise<PriceItem[]> {
    prices ??= call('GET /control/get-prices', { query: { project } }).then(({ data }) =>
      data.result.filter(isOffered),
    )
    prices.catch(() => {
      prices = undefined
    })
    return prices
  }

  async function owned(): Promise<OwnedItem[]> {
    if (!isLoggedIn()) return []
    const { data } = await call('GET /purchases', { query: { project } })
    return data.result.filter((purchase) => purchase.project === project)
  }

  return {
    /** @param language  The titles' language. The provider that will charge the player sets the currency. */
    async catalog(language: string): Promise<CatalogItem[]> {
      const currency = chargedCurrency(config(), language)
      return (await items()).map((item) => itemForGame(item, language, currency))
    },
    async sells(itemId: string): Promise<boolean> {
      return (await items()).some((item) => item.id === itemId)
    },
    purchases: async (): Promise<Purchase[]> => (await owned()).map(purchaseForGame),
    /** The purchase that an order made; undefined when it is consumed already, or not granted yet. */
    async findPurchase(paymentId: string): Promise<Purchase | undefined> {
      const purchase = (await owned()).find((candidate) => candidate.paymentId === paymentId)
      return purchase && purchaseForGame(purchase)
    },
    async consume(id: string): Promise<ConsumeResult> {
      if (!isLoggedIn()) throw new GameRefusal('NOT_SIGNED_IN')
      return consume(project, id)
    },
  }
}

/** An item that the operator has switched off is not offered in the game either. */
const isOffered = ({ saleState }: PriceItem) => saleState !== 'notForSale'

/** Refuses another game's purchase before consuming anything. */
async function consume(project: string, id: string): Promise<ConsumeResult> {
  const purchases = (await call('GET /purchases', { query: {} })).data.result
  const granted = purchases.find((purchase) => purchase.id === id)
  if (granted && granted.project !== project) throw new GameRefusal('UNKNOWN_PURCHASE')
  const { result } = (
    await call('POST /purchases/{id}/consume', { params: { id } }).catch((error) => {
      throw gameRefusalFor(readErrorCode(error)) ?? error
    })
  ).data
  if (result.project !== project) throw new GameRefusal('UNKNOWN_PURCHASE')
  return { id, alreadyConsumed: result.alreadyConsumed }
}

/** A revoked purchase no longer exists for games; a frozen one may be consumed later. */
function gameRefusalFor(code: string | null): GameRefusal | undefined {
  if (code === 'PURCHASE_NOT_FOUND' || code === 'PURCHASE_REVOKED') return new GameRefusal('UNKNOWN_PURCHASE')
  return code === 'PURCHASE_FROZEN' ? new GameRefusal('NOT_AVAILABLE') : undefined
}

function purchaseForGame({ id, itemId, state, createdAt }: OwnedItem): Purchase {
  return { id, itemId, state, createdAt }
}

/** The first provider's currency; the language's currency when the project has no provider. */
function chargedCurrency(config: ProjectConfig | undefined, language: string): Currency {
  const [first] = config?.paymentsMethods ?? []
  return first ? providerTerms[first.provider].currency : currencyForLanguage(language)
}

/** An item for the game's own shop. */
function itemForGame(item: PriceItem, language: string, currency: Currency): CatalogItem {
  const price = priceIn(item, currency)
  return {
    id: item.id,
    ...itemLabels(item, language),
    imageUrl: item.logoName && new URL(item.logoName, window.location.origin).href,
    price: { ...price, formatted: formatMoney(price, language) },
  }
}
