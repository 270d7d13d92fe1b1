import { randomUUID } from 'node:crypto'
import { type Money, type PaymentProvider, providerTerms } from '@playhub/contract'
import { startSandbox } from '@playhub/sandbox'
import { onTestFinished } from 'vitest'
import { type PaymentsConfig, readPaymentsConfig } from '../../payments-config.ts'
import type { CheckoutRequest, Provider, RefundRequest } from '../providers/provider.ts'
import { createStripeProvider } from '../providers/stripe/index.ts'
import { createYandexPayProvider } from '../providers/yandex-pay/index.ts'
import { createYooKassaProvider } from '../providers/yookassa/index.ts'
import { startPostbox } from './postbox.ts'
import { sandboxControl } from './sandbox-control.ts'
import { stripeAt } from './stripe-account.ts'

const builders: Record<PaymentProvider, (config: PaymentsConfig) => Provider | null> = {
  stripe: ({ stripe }) => stripe && createStripeProvider(stripe),
  yookassa: ({ yookassa }) => yookassa && createYooKassaProvider(yookassa),
  'yandex-pay': ({ yandexPay }) => yandexPay && createYandexPayProvider(yandexPay),
}

/** A provider with the sandbox's keys: a test reads its books by it. */
export function providerAt(sandboxUrl: string, name: PaymentProvider): Provider {
  return providerIn(readPaymentsConfig({}, sandboxUrl), name)
}

function providerIn(config: PaymentsConfig, name: PaymentProvider): Provider {
  const provider = builders[name](config)
  if (!provider) throw new Error(`${name} is not configured`)
  return provider
}

/** One provider alone with the sandbox's world: no hub, no database. */
export async function startProviderWorld(name: PaymentProvider, env: Record<string, string> = {}) {
  const postbox = await startPostbox()
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hubUrl: postbox.url })
  onTestFinished(() => sandbox.close())
  const config = readPaymentsConfig(env, sandbox.url)
  const provider = providerIn(config, name)
  return {
    provider,
    config,
    postbox,
    stripe: stripeAt(sandbox.url),
    sandboxUrl: sandbox.url,
    control: sandboxControl(sandbox.url),
  }
}

const item = { id: 'hints', title: { ru: 'Пять подсказок', en: 'Five hints' } }

export function moneyAt(name: PaymentProvider, amountMinor: number): Money {
  return { amountMinor, currency: providerTerms[name].currency }
}

export function newCheckout(name: PaymentProvider, amountMinor = 19990): CheckoutRequest {
  return {
    attemptId: randomUUID(),
    orderId: randomUUID(),
    charge: moneyAt(name, amountMinor),
    description: 'Five hints (islandm3)',
    item,
    receiptEmail: 'player@example.org',
    language: 'en',
    returnUrl: 'https://hub.example/payments/process/1',
  }
}

/** A refund of a payment of 199.90. @param before  what was returned earlier */
export function newRefund(
  name: PaymentProvider,
  providerId: string,
  amountMinor: number,
  before = 0,
): RefundRequest {
  return {
    providerId,
    key: randomUUID(),
    amount: moneyAt(name, amountMinor),
    remaining: moneyAt(name, Math.max(0, 19990 - before - amountMinor)),
    reason: 'The item did not arrive',
    item,
    receiptEmail: 'player@example.org',
  }
}
