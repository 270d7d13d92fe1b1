import type { Company } from '../company.ts'
import type { Place } from '../place.ts'
import { apiRoutes } from './http.ts'
import { pageRoutes } from './pages.ts'
import { yookassaPayments } from './provider.ts'
import { openShop, type SavedShop } from './shop.ts'

/** One emulated YooKassa: its API under `/v3`, its widget and pages under `/yookassa`, its notifications. */
export function openYooKassa(place: Place): Company {
  const shop = openShop(place)
  return {
    payments: yookassaPayments(shop),
    keeper: { name: 'yookassa', save: shop.save, load: (saved) => shop.load(saved as SavedShop) },
    routes(app) {
      apiRoutes(app, shop)
      pageRoutes(app, shop)
    },
    close: shop.close,
  }
}
