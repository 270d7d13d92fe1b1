import type { CatalogItem, Purchase as HubPurchase } from '@playhub/contract/bridge-protocol'
import type { Payments, Product, Purchase } from 'ysdk'
import type { Hub } from '../../hub.ts'
import { PlayhubError } from '../../transport.ts'
import type { Portal } from '../shared/portal.ts'

type SignedPurchase = Purchase & { signature: string; purchaseData: Purchase }
type Request = { id?: string; developerPayload?: string }

/** The hub's shop. `signature` is the hub's token, not one in Yandex's format. */
export function createPayments(portal: Portal, { signed = false } = {}): Payments {
  /** Developer payloads by purchase, for this page alone: the hub keeps none. */
  const payloads = new Map<string, string>()

  async function requireHub(): Promise<Hub> {
    const hub = await portal.opened
    if (!hub?.supports('shop')) throw new PlayhubError('NOT_AVAILABLE')
    return hub
  }

  async function toPurchase(hub: Hub, { id, itemId }: HubPurchase): Promise<SignedPurchase> {
    const developerPayload = payloads.get(id) ?? ''
    const purchaseData = { productID: itemId, purchaseToken: id, developerPayload }
    return { ...purchaseData, purchaseData, signature: signed ? (await hub.getToken()).token : '' }
  }

  return {
    getCatalog: async () => (await (await requireHub()).getCatalog()).map(toProduct),
    async purchase(given: Request | string = '') {
      // Yandex takes the id alone, too.
      const { id = given, developerPayload = '' } = given as Request
      const hub = await requireHub()
      const outcome = await hub.purchase({ itemId: id as string })
      if (outcome.status !== 'paid') throw new Error(outcome.status)
      payloads.set(outcome.purchase.id, developerPayload)
      return toPurchase(hub, outcome.purchase)
    },
    async getPurchases() {
      const hub = await requireHub()
      // A guest has none.
      if (portal.info.player.isGuest) return []
      const purchases = await hub.getPurchases()
      return Promise.all(purchases.map((purchase) => toPurchase(hub, purchase)))
    },
    async consumePurchase(token) {
      await (await requireHub()).consumePurchase(token)
    },
  }
}

function toProduct({ id, title, description, imageUrl, price }: CatalogItem): Product {
  return {
    id,
    title,
    description,
    imageURI: imageUrl ?? '',
    price: price.formatted,
    priceValue: toPriceValue(price.amountMinor),
    priceCurrencyCode: price.currency,
    getPriceCurrencyImage: () => '',
  }
}

/** In major units, without a fraction of zero. */
const toPriceValue = (amountMinor: number) => String(amountMinor / 100)
