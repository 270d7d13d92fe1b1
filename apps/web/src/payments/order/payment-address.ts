import { type PaymentProvider, paymentProviders } from '@playhub/contract/payment-methods'
import { navigate } from '../../lib/browser/navigation.ts'
import { currentLanguage } from '../../lib/language/texts.ts'

/** The step of a payment that an address names: the choice, or one provider's form (specification §2). */
export type PaymentStep = 'process' | PaymentProvider

/** @returns null for an address that names no provider */
export function providerOfPath(pathname: string): PaymentProvider | null {
  const [, place, step] = pathname.split('/')
  return place === 'payments' ? (paymentProviders.find((provider) => provider === step) ?? null) : null
}

export function paymentAddress(paymentId: string, step: PaymentStep, language: string): string {
  return `/payments/${step}/${encodeURIComponent(paymentId)}?locale=${language}`
}

/** Keeps the step in the address bar, so that a reload goes on with it. */
export function keepStepInAddress(paymentId: string, step: PaymentStep): void {
  if ((providerOfPath(location.pathname) ?? 'process') === step) return
  navigate(paymentAddress(paymentId, step, currentLanguage()), { replace: true })
}
