/** The payment providers. A new one is added here. */

import { type ClientConfig, type PaymentProvider, paymentProviders } from '@playhub/contract'
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import * as z from 'zod'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import { collectIssues } from '../../platform/startup-error.ts'
import { isProviderError, type Provider, type Providers, type ShownToPlayers } from '../provider.ts'
import type { Origins, ProviderDefinition } from './definition.ts'
import { defaultTimeouts, type Environment, type ProviderTimeouts } from './settings.ts'
import { stripe } from './stripe/definition.ts'
import { yandexPay } from './yandex-pay/definition.ts'
import { yookassa } from './yookassa/definition.ts'

const registered = { stripe, yookassa, 'yandex-pay': yandexPay }

type ConfigFor<Definition> = Definition extends ProviderDefinition<infer Config> ? Config : never
type Configs = { [Name in PaymentProvider]: ConfigFor<(typeof registered)[Name]> }

export const providerDefinitions: { [Name in PaymentProvider]: ProviderDefinition<Configs[Name]> } =
  registered

const definitions = paymentProviders.map((name) => providerDefinitions[name])

/** An unconfigured provider is null and not offered. */
type Settings = { readonly [Name in PaymentProvider]: Configs[Name] | null }
export type PaymentsConfig = Settings & { readonly timeouts: ProviderTimeouts }

/** Every payment provider variable. Where to find each value: `docs/providers/`. */
export const PaymentVariables = z.object(
  Object.fromEntries(definitions.flatMap(({ variables }) => Object.entries(variables))),
)

export const sandboxPaymentKeys: Environment = Object.fromEntries(
  definitions.flatMap(({ sandboxKeys }) => Object.entries(sandboxKeys)),
)

/**
 * @param sandboxUrl  Null in production.
 * @throws StartupError when a provider is configured partly or wrongly, or in production with another host than its own
 */
export function readPaymentsConfig(given: Environment, sandboxUrl: string | null): PaymentsConfig {
  const env = sandboxUrl ? { ...given, ...sandboxPaymentKeys } : given
  const issues = collectIssues('Payment providers are configured wrongly:')
  const read = <Name extends PaymentProvider>(name: Name) =>
    issues.collect(() => providerDefinitions[name].readConfig(env, sandboxUrl))
  const config = {
    timeouts: defaultTimeouts,
    stripe: read('stripe'),
    yookassa: read('yookassa'),
    'yandex-pay': read('yandex-pay'),
  }
  issues.throwAll()
  return config
}

/** Calls `toResult` for each configured provider. */
function mapConfigured<Result>(
  config: PaymentsConfig,
  toResult: <Config>(definition: ProviderDefinition<Config>, config: Config) => Result,
): Result[] {
  const settings: Settings = config
  const map = <Name extends PaymentProvider>(name: Name): Result[] => {
    const own = settings[name]
    return own === null ? [] : [toResult(providerDefinitions[name], own)]
  }
  return paymentProviders.flatMap((name) => map(name))
}

export function configuredProviders(config: PaymentsConfig): PaymentProvider[] {
  return mapConfigured(config, ({ name }) => name)
}

export async function createProviders(config: PaymentsConfig): Promise<Providers> {
  const create = async <Config>(definition: ProviderDefinition<Config>, own: Config) =>
    [definition.name, await definition.create(own, config.timeouts)] as const
  return Object.fromEntries(await Promise.all(mapConfigured(config, create)))
}

/** APIs of the configured providers. */
export function listProviderApis(config: PaymentsConfig): string[] {
  return mapConfigured(config, ({ getApiUrl }, own) => getApiUrl(own))
}

/** Scripts and frames of the configured providers' payment forms. */
export function listFormOrigins(config: PaymentsConfig): Origins[] {
  return mapConfigured(config, ({ form }) => form?.origins ?? []).flat()
}

/** The payment forms' settings in the browser. */
export function formClientConfig(config: PaymentsConfig): Partial<ClientConfig> {
  return Object.assign({}, ...mapConfigured(config, ({ form }, own) => form?.toClientConfig(own) ?? {}))
}

/**
 * One harmless call to each configured payment provider, to see whether it accepts our keys and settings.
 * @param toShown  What the hub shows of a provider to players; undefined when it is not known.
 */
export async function checkPaymentAccounts(
  config: PaymentsConfig,
  toShown: (provider: PaymentProvider) => ShownToPlayers | undefined = () => undefined,
): Promise<ServiceCheck[]> {
  const providers = Object.values(await createProviders(config))
  return Promise.all(providers.map((provider) => checkAccount(provider, toShown(provider.name))))
}

async function checkAccount(provider: Provider, shown: ShownToPlayers | undefined): Promise<ServiceCheck> {
  const service = provider.name
  try {
    const problems = await provider.checkAccount(shown)
    return { service, found: toFinding(provider.isLive ? 'provider.live' : 'provider.test'), problems }
  } catch (error) {
    if (!isProviderError(error)) throw error
    return { service, found: null, problems: [toFinding('provider.refused', { said: error.message })] }
  }
}
