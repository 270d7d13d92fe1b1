import type { Providers } from '../provider.ts'
import type { PaymentsConfig } from './config.ts'
import { createStripeProvider } from './stripe/index.ts'
import { createYandexPayProvider } from './yandex-pay/index.ts'
import { createYooKassaProvider } from './yookassa/index.ts'

/** The providers that are configured. */
export function createProviders({ stripe, yookassa, yandexPay, timeouts }: PaymentsConfig): Providers {
  return {
    ...(stripe && { stripe: createStripeProvider(stripe, timeouts) }),
    ...(yookassa && { yookassa: createYooKassaProvider(yookassa, timeouts) }),
    ...(yandexPay && { 'yandex-pay': createYandexPayProvider(yandexPay, timeouts) }),
  }
}
