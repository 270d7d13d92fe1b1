import { randomUUID } from 'node:crypto'
import { type Money, type PaymentProvider, providerTerms } from '@playhub/contract'
import { type Recorder, readFiscalShops, readYooKassaMethods, startSandbox } from '@playhub/sandbox'
import { onTestFinished } from 'vitest'
import type { CheckoutRequest, Provider, ProviderRefundRequest } from '../../../src/payments/provider.ts'
import {
  createProviders,
  type PaymentsConfig,
  readPaymentsConfig,
} from '../../../src/payments/providers/index.ts'
import type { ProviderTimeouts } from '../../../src/payments/providers/settings.ts'
import { sandboxPace, testTimeouts } from '../test-pace.ts'
import { startEventCapture } from './event-capture.ts'
import { sandboxControl, stripeAt } from './sandbox-control.ts'

/** A provider with the sandbox's keys, to read its data in tests. */
export function providerAt(
  sandboxUrl: string,
  name: PaymentProvider,
  env: Record<string, string> = {},
): Promise<Provider> {
  return providerIn(configFor(sandboxUrl, env), name)
}

function configFor(sandboxUrl: string, env = {}, timeouts: Partial<ProviderTimeouts> = {}): PaymentsConfig {
  return { ...readPaymentsConfig(env, sandboxUrl), timeouts: { ...testTimeouts, ...timeouts } }
}

async function providerIn(config: PaymentsConfig, name: PaymentProvider): Promise<Provider> {
  const provider = (await createProviders(config))[name]
  if (!provider) throw new Error(`${name} is not configured`)
  return provider
}

/** One provider and the sandbox, without a hub or database. @param record  Receives the sandbox's traffic. */
export async function startProviderEnvironment(
  name: PaymentProvider,
  env: Record<string, string> = {},
  timeouts: Partial<ProviderTimeouts> = {},
  record?: Recorder,
) {
  const events = await startEventCapture()
  const sandbox = await startSandbox({
    port: 0,
    smtpPort: 0,
    hubUrl: events.url,
    pace: sandboxPace,
    fiscalShops: readFiscalShops(env),
    yookassaMethods: readYooKassaMethods(env),
    ...(record && { record }),
  })
  onTestFinished(() => sandbox.close())
  const config = configFor(sandbox.url, env, timeouts)
  const provider = await providerIn(config, name)
  return {
    provider,
    config,
    events,
    stripe: stripeAt(sandbox.url),
    sandboxUrl: sandbox.url,
    control: sandboxControl(sandbox.url),
  }
}

const item = { id: 'hints', title: { ru: 'Пять подсказок', en: 'Five hints' }, fiscal: null }

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

/** A refund on a 199.90 payment. @param before  What was refunded earlier. */
export function newRefund(
  name: PaymentProvider,
  providerPaymentId: string,
  amountMinor: number,
  before = 0,
): ProviderRefundRequest {
  return {
    providerPaymentId,
    key: randomUUID(),
    amount: moneyAt(name, amountMinor),
    charged: moneyAt(name, 19990),
    remaining: moneyAt(name, Math.max(0, 19990 - before - amountMinor)),
    reason: 'The item did not arrive',
    item,
    receiptEmail: 'player@example.org',
  }
}
