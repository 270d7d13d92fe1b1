import type { Company } from '../company.ts'
import type { Place } from '../place.ts'
import { apiRoutes } from './http.ts'
import { openMerchant, type SavedMerchant } from './merchant.ts'
import { pageRoutes } from './pages.ts'
import { yandexPayments } from './provider.ts'

/** One emulated Yandex Pay: its API under `/api`, the payment page under `/yandex-pay`, its signed webhooks. */
export function openYandexPay(place: Place): Company {
  const merchant = openMerchant(place)
  return {
    payments: yandexPayments(merchant),
    keeper: {
      name: 'yandex-pay',
      save: merchant.save,
      load: (saved) => merchant.load(saved as SavedMerchant),
    },
    routes(app) {
      apiRoutes(app, merchant)
      pageRoutes(app, merchant)
    },
    close: merchant.close,
  }
}
