import type { Hub } from '../../hub.ts'
import type { Portal } from '../shared/portal.ts'
import { orRefuse, refuse } from './refusals.ts'

/** Games know a purchase by its item; the hub finds it by either id. */
export function createPayments(portal: Portal) {
  const use =
    <Given extends unknown[], T>(run: (hub: Hub, ...given: Given) => Promise<T>) =>
    async (...given: Given): Promise<T> => {
      const hub = await portal.opened
      return hub && portal.supports('shop') ? orRefuse(run(hub, ...given)) : refuse()
    }

  return {
    get isSupported() {
      return portal.supports('shop')
    },
    purchase: use(async (hub, id: string) => {
      const outcome = await hub.purchase({ itemId: id })
      return outcome.status === 'paid' ? { id, purchaseToken: outcome.purchase.id } : refuse()
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
    consumePurchase: use(async (hub, id: string) => {
      await hub.consumePurchase(id)
      return { id }
    }),
  }
}
