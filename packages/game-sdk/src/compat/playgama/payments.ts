import type { Hub } from '../../hub.ts'
import type { Portal } from '../shared/portal.ts'
import { type Options, orRefuse, pickOptions, refuse } from './calls.ts'

/** Games know a purchase by its item; the hub finds it by either id. */
export function createPayments(portal: Portal, platform: string) {
  const use =
    <Given extends unknown[], T>(run: (hub: Hub, ...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      const hub = await portal.opened
      return hub && isSupported() ? orRefuse(run(hub, ...given)) : refuse()
    }

  function findId(given: string | Options): string {
    if (typeof given === 'string') return given
    const { id, purchaseToken = '' } = pickOptions(given, platform)
    return `${id ?? purchaseToken}`
  }

  const isSupported = () => portal.supports('shop')
  return {
    get isSupported() {
      return isSupported()
    },
    get isGetCatalogSupported() {
      return isSupported()
    },
    get isGetPurchasesSupported() {
      return isSupported()
    },
    get isConsumePurchaseSupported() {
      return isSupported()
    },
    purchase: use(async (hub, given: string | Options) => {
      const id = findId(given)
      const outcome = await hub.purchase({ itemId: id })
      if (outcome.status !== 'paid') throw new Error(outcome.status)
      return { id, purchaseToken: outcome.purchase.id }
    }),
    getPurchases: use(async (hub) =>
      (await hub.getPurchases()).map(({ id, itemId }) => ({ id: itemId, purchaseToken: id })),
    ),
    getCatalog: use(async (hub) =>
      (await hub.getCatalog()).map(({ id, title, description, imageUrl, price }) => ({
        id,
        title,
        description,
        imageURI: imageUrl ?? '',
        price: price.formatted,
        priceCurrencyCode: price.currency,
        priceValue: price.amountMinor / 100,
      })),
    ),
    consumePurchase: use(async (hub, given: string | Options) => {
      const id = findId(given)
      await hub.consumePurchase(id)
      return { id }
    }),
  }
}
