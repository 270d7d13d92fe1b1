import type { Company } from '../payments/company.ts'
import type { Place } from '../platform/context.ts'
import { type Account, openAccount } from './account/account.ts'
import { apiRoutes } from './api/routes.ts'
import { pageRoutes } from './elements/pages.ts'
import { stripePayments } from './emulator.ts'

/** One emulated Stripe: its API under `/v1`, its browser script and pages under `/stripe`, its webhooks. */
export function openStripe(place: Place): Company {
  const account = openAccount(place)
  return {
    payments: stripePayments(account),
    keeper: {
      name: 'stripe',
      save: account.save,
      load: (saved) => account.load(saved as ReturnType<Account['save']>),
    },
    routes(app) {
      apiRoutes(app, account)
      pageRoutes(app, account)
    },
    close: account.close,
  }
}
