import { type PaymentProvider, paymentProviders } from '@playhub/contract/payment-methods'
import type { IndexRouteObject, RouteObject } from 'react-router'
import { navigate } from '../../lib/browser/navigation.ts'
import { currentLanguage } from '../../lib/language/messages.ts'

/** A URL's step: the method choice, or one provider's form (specification §2). */
export type PaymentStep = 'process' | PaymentProvider

/** Routes per step: `/payments/process/:id?/:source?/:locale?/:project?/:jwt?`, and one for each provider. */
export function paymentRoutes(page: Pick<IndexRouteObject, 'Component' | 'lazy' | 'loader'>): RouteObject[] {
  return ['process', ...paymentProviders].map((step) => ({
    ...page,
    path: `payments/${step}/:id?/:source?/:locale?/:project?/:jwt?`,
  }))
}

export function paymentUrl(paymentId: string, step: PaymentStep, language: string): string {
  return `/payments/${step}/${encodeURIComponent(paymentId)}?locale=${language}`
}

/** @returns null when the path names no provider. */
export function parsePathProvider(pathname: string): PaymentProvider | null {
  const [, section, step] = pathname.split('/')
  return section === 'payments' ? (paymentProviders.find((provider) => provider === step) ?? null) : null
}

/** Keeps the step in the address bar, so a reload resumes there. */
export function showStepInUrl(paymentId: string, step: PaymentStep): void {
  if ((parsePathProvider(location.pathname) ?? 'process') === step) return
  navigate(paymentUrl(paymentId, step, currentLanguage()), { replace: true })
}
