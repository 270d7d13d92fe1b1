import type { PaymentProvider } from '@playhub/contract'

/**
 * The least that a company returns at once, and the least that it leaves of a charge unless that is nothing, in minor
 * units: what is less it refuses.
 */
export const smallestReturnMinor: Record<PaymentProvider, number> = {
  stripe: 1,
  yookassa: 100,
  'yandex-pay': 100,
}
