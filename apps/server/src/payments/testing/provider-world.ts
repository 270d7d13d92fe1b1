import { randomUUID } from 'node:crypto'
import { type Money, type PaymentProvider, providerTerms } from '@playhub/contract'
import { startSandbox } from '@playhub/sandbox'
import { onTestFinished } from 'vitest'
import { sandboxPace, testPatience } from '../../testing/test-pace.ts'
import { type Patience, type PaymentsConfig, readPaymentsConfig } from '../config.ts'
import { createProviders } from '../providers/index.ts'
import type { CheckoutRequest, Provider, RefundRequest } from '../providers/provider.ts'
import { startPostbox } from './postbox.ts'
import { sandboxControl } from './sandbox-control.ts'
import { stripeAt } from './stripe-account.ts'

/** A provider with the sandbox's keys: a test reads its books by it. */
export function providerAt(sandboxUrl: string, name: PaymentProvider): Provider {
  return providerIn(configFor(sandboxUrl), name)
}

function configFor(sandboxUrl: string, env = {}, patience: Partial<Patience> = {}): PaymentsConfig {
  return { ...readPaymentsConfig(env, sandboxUrl), patience: { ...testPatience, ...patience } }
}

function providerIn(config: PaymentsConfig, name: PaymentProvider): Provider {
  const provider = createProviders(config)[name]
  if (!provider) throw new Error(`${name} is not configured`)
  return provider
}

/** One provider alone with the sandbox's world: no hub, no database. */
export async function startProviderWorld(
  name: PaymentProvider,
  env: Record<string, string> = {},
  patience: Partial<Patience> = {},
) {
  const postbox = await startPostbox()
  const sandbox = await startSandbox({ port: 0, smtpPort: 0, hubUrl: postbox.url, pace: sandboxPace })
  onTestFinished(() => sandbox.close())
  const config = configFor(sandbox.url, env, patience)
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
