import type { PaymentsConfig } from '../config.ts'
import type { Providers } from './provider.ts'
import { createStripeProvider } from './stripe/index.ts'
import { createYandexPayProvider } from './yandex-pay/index.ts'
import { createYooKassaProvider } from './yookassa/index.ts'

/** Those that have keys. */
export function createProviders({ stripe, yookassa, yandexPay, patience }: PaymentsConfig): Providers {
  return {
    ...(stripe && { stripe: createStripeProvider(stripe, patience) }),
    ...(yookassa && { yookassa: createYooKassaProvider(yookassa, patience) }),
    ...(yandexPay && { 'yandex-pay': createYandexPayProvider(yandexPay, patience) }),
  }
}
