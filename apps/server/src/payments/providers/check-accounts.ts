import type { PaymentProvider } from '@playhub/contract'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import { isProviderError, type Provider } from '../provider.ts'
import type { PaymentsConfig } from './config.ts'
import { createProviders } from './index.ts'

const names: Record<PaymentProvider, string> = {
  stripe: 'Stripe',
  yookassa: 'YooKassa',
  'yandex-pay': 'Yandex Pay',
}

/** One harmless call to each configured payment provider, to see whether it accepts our keys and settings. */
export function checkPaymentAccounts(config: PaymentsConfig): Promise<ServiceCheck[]> {
  return Promise.all(Object.values(createProviders(config)).map(checkAccount))
}

async function checkAccount(provider: Provider): Promise<ServiceCheck> {
  const service = names[provider.name]
  try {
    const problems = await provider.checkAccount()
    return { service, found: `accepts our keys, ${provider.isLive ? 'live' : 'test'} mode`, problems }
  } catch (error) {
    if (!isProviderError(error)) throw error
    return { service, found: '', problems: [`It did not accept the call: ${error.message}`] }
  }
}
