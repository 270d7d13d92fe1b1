/** The identity providers. A new one is added here. */
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import * as z from 'zod'
import type { ServiceCheck } from '../../../platform/outbound/service-check.ts'
import { collectIssues } from '../../../platform/startup-error.ts'
import { formatIssues } from '../../../platform/variable-rules.ts'
import { apple } from './apple/definition.ts'
import type { CheckDeps, IdentityProviderDefinition, ProviderDeps } from './definition.ts'
import { facebook } from './facebook/definition.ts'
import { google } from './google/definition.ts'
import { ProviderUnavailable, type SocialMethod, socialMethods } from './provider.ts'
import { type Environment, endpointVariables } from './settings.ts'
import { telegram } from './telegram/definition.ts'
import { vk } from './vk/definition.ts'
import { yandex } from './yandex/definition.ts'

const definitions = { google, apple, vk, yandex, telegram, facebook }

type Definitions = typeof definitions
/** A provider without keys is null and not offered. */
export type IdentityConfig = { readonly [M in SocialMethod]: ReturnType<Definitions[M]['readConfig']> }
/** Keyed by name in URLs. A provider without keys is null. */
export type IdentityProviders = {
  readonly [M in SocialMethod]: Awaited<ReturnType<Definitions[M]['create']>> | null
}

export const identityProviderDefinitions: {
  readonly [M in SocialMethod]: IdentityProviderDefinition<
    NonNullable<IdentityConfig[M]>,
    NonNullable<IdentityProviders[M]>
  >
} = definitions

const listed = socialMethods.map((method) => identityProviderDefinitions[method])

/** All variables for the identity providers. Where to find each value: `docs/providers/`. */
export const IdentityVariables = z.object({
  ...Object.assign({}, ...listed.map(({ variables }) => variables)),
  ...Object.assign(
    {},
    ...socialMethods.map((method) =>
      endpointVariables(method, identityProviderDefinitions[method].endpoints),
    ),
  ),
})

/** A private key has several lines, and a list may have spaces. */
const wordKeys = listed
  .flatMap(({ variables }) => Object.keys(variables))
  .filter((name) => !/_PRIVATE_KEY$|_IDS$/.test(name))

export const sandboxIdentityKeys: Environment = Object.assign(
  {},
  ...listed.map(({ sandboxKeys }) => sandboxKeys),
)

/**
 * @param sandboxUrl  The sandbox emulating the providers; null in production.
 * @throws StartupError when a provider is partly configured, or a production endpoint is on another host
 */
export function readIdentityConfig(given: Environment, sandboxUrl: string | null): IdentityConfig {
  const env = sandboxUrl ? { ...sandboxIdentityKeys, ...given } : given
  const issues = collectIssues('Login providers are configured wrongly:')
  for (const issue of formatIssues(env, wordKeys)) issues.add(issue)
  const config = socialMethods.map((method) => [
    method,
    issues.collect(() => identityProviderDefinitions[method].readConfig(env, sandboxUrl, given)),
  ])
  issues.throwAll()
  return Object.fromEntries(config)
}

export async function createIdentityProviders(
  config: IdentityConfig,
  deps: ProviderDeps,
): Promise<IdentityProviders> {
  const create = async <M extends SocialMethod>(method: M) => {
    const own = config[method]
    return [method, own && (await identityProviderDefinitions[method].create(own, deps))]
  }
  return Object.fromEntries(await Promise.all(socialMethods.map(create)))
}

/** Makes one harmless call to each configured provider, to check our registration. */
export async function checkIdentityApps(config: IdentityConfig, deps: CheckDeps): Promise<ServiceCheck[]> {
  const check = async <M extends SocialMethod>(method: M): Promise<ServiceCheck[]> => {
    const own = config[method]
    return own ? [await checkApp(identityProviderDefinitions[method], own, deps)] : []
  }
  return (await Promise.all(socialMethods.map(check))).flat()
}

async function checkApp<Config>(
  definition: IdentityProviderDefinition<Config>,
  config: Config,
  deps: CheckDeps,
): Promise<ServiceCheck> {
  const service = definition.label
  try {
    return { service, found: toFinding('login.known'), problems: await definition.checkApp(config, deps) }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return { service, found: null, problems: [toFinding('login.silent', { said: error.message })] }
  }
}
