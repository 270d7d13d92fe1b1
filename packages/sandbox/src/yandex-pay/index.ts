import type { Company } from '../payments/company.ts'
import type { Place } from '../platform/context.ts'
import { apiRoutes } from './api/routes.ts'
import { yandexPayments } from './emulator.ts'
import { openMerchant, type SavedMerchant } from './merchant/merchant.ts'
import { pageRoutes } from './payment-page/pages.ts'

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
