import type { Purchase as OwnedItem, PriceItem, ProjectConfig } from '@playhub/contract'
import type { CatalogItem, ConsumeResult, Purchase } from '@playhub/contract/bridge'
import { type Currency, formatMoney } from '@playhub/contract/money'
import { providerTerms } from '@playhub/contract/payment-methods'
import { call } from '../../lib/api/api.ts'
import { codeOf } from '../../lib/feedback/load.ts'
import { isSignedIn } from '../../lib/player/player.ts'
import { GameRefusal } from '../bridge/game-host-actions.ts'

export type GameShop = ReturnType<typeof createGameShop>

/** What one game sells and what its player owns of it; nothing of any other project passes this counter. */
export function createGameShop(project: string, config: () => ProjectConfig | undefined) {
  let prices: Promise<PriceItem[]> | undefined

  function items(): Promise<PriceItem[]> {
    prices ??= call('GET /control/get-prices', { query: { project } }).then(({ data }) => data.result)
    prices.catch(() => {
      prices = undefined
    })
    return prices
  }

  async function owned(): Promise<OwnedItem[]> {
    if (!isSignedIn()) return []
    const { data } = await call('GET /purchases', { query: { project } })
    return data.result.filter((purchase) => purchase.project === project)
  }

  return {
    /** @param language  Of the titles; the currency is that of the provider the player will pay through. */
    async catalog(language: string): Promise<CatalogItem[]> {
      const currency = chargedCurrency(config(), language)
      return (await items()).map((item) => itemForGame(item, language, currency))
    },
    async sells(itemId: string): Promise<boolean> {
      return (await items()).some((item) => item.id === itemId)
    },
    purchases: async (): Promise<Purchase[]> => (await owned()).map(purchaseForGame),
    /** The purchase that an order made; undefined when it is consumed already, or not there yet. */
    async purchaseOf(paymentId: string): Promise<Purchase | undefined> {
      const purchase = (await owned()).find((candidate) => candidate.paymentId === paymentId)
      return purchase && purchaseForGame(purchase)
    },
    async consume(id: string): Promise<ConsumeResult> {
      if (!isSignedIn()) throw new GameRefusal('NOT_SIGNED_IN')
      return consume(project, id)
    },
  }
}

/** A purchase of another game is refused before anything happens to it. */
async function consume(project: string, id: string): Promise<ConsumeResult> {
  const everything = (await call('GET /purchases', { query: {} })).data.result
  const granted = everything.find((purchase) => purchase.id === id)
  if (granted && granted.project !== project) throw new GameRefusal('UNKNOWN_PURCHASE')
  const consumed = await call('POST /purchases/{id}/consume', { params: { id } }).catch((error) => {
    throw gameRefusalOf(codeOf(error)) ?? error
  })
  if (consumed.data.result.project !== project) throw new GameRefusal('UNKNOWN_PURCHASE')
  return { id, alreadyConsumed: consumed.data.result.alreadyConsumed }
}

/** What was revoked is no purchase any more; what is frozen may be asked for again later. */
function gameRefusalOf(code: string | null): GameRefusal | undefined {
  if (code === 'PURCHASE_NOT_FOUND' || code === 'PURCHASE_REVOKED') return new GameRefusal('UNKNOWN_PURCHASE')
  return code === 'PURCHASE_FROZEN' ? new GameRefusal('NOT_AVAILABLE') : undefined
}

function purchaseForGame({ id, itemId, state, createdAt }: OwnedItem): Purchase {
  return { id, itemId, state, createdAt }
}

/** What the project's first way to pay charges; the reader's usual currency where there is none. */
export function chargedCurrency(config: ProjectConfig | undefined, language: string): Currency {
  const [first] = config?.paymentsMethods ?? []
  if (first) return providerTerms[first.provider].currency
  return language === 'ru' ? 'RUB' : 'USD'
}

/** An item as a game shows it in its own shop. */
export function itemForGame(item: PriceItem, language: string, currency: Currency): CatalogItem {
  const isRussian = language === 'ru'
  const amountMinor = currency === 'RUB' ? item.ruAmountMinor : item.enAmountMinor
  return {
    id: item.id,
    title: isRussian ? item.ruTitle : item.enTitle,
    description: isRussian ? item.ruDescription : item.enDescription,
    imageUrl: item.logoName && new URL(item.logoName, window.location.origin).href,
    price: { amountMinor, currency, formatted: formatMoney({ amountMinor, currency }, language) },
  }
}
