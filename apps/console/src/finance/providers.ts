import type { PaymentProvider } from '@playhub/contract/payment-methods'

/** Proper names, the same in every language. */
export const providerNames: Record<PaymentProvider, string> = {
  stripe: 'Stripe',
  yookassa: 'YooKassa',
  'yandex-pay': 'Yandex Pay',
}

export function nameProvider(provider: string): string {
  const known: Record<string, string> = providerNames
  return known[provider] ?? provider
}
