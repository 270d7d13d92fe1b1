import type { Company } from '../payments/company.ts'
import type { Place } from '../platform/context.ts'
import { apiRoutes } from './api/routes.ts'
import { yookassaPayments } from './emulator.ts'
import { openShop, type SavedShop } from './shop/shop.ts'
import { pageRoutes } from './widget/pages.ts'

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
