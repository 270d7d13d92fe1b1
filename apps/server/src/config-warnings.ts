import { paymentProviders, providerTerms } from '@playhub/contract'
import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { closestMatch } from 'leven'
import { IdentityVariables, identityProviderDefinitions } from './accounts/social-login/providers/index.ts'
import { PaymentVariables, providerDefinitions } from './payments/providers/index.ts'
import { webhookSecretPrefix } from './platform/hub-config.ts'

type Environment = Record<string, string | undefined>
type Given = {
  given: Environment
  /** The hub's own variables. */
  hubVariables: string[]
  mode: 'sandbox' | 'staging' | 'production'
  publicUrl: string
  trustsProxy: boolean
  hasPaymentProvider: boolean
}

/** Shorter names are too often two letters away from other programs' names, as `HOST` from `HOME`. */
const minComparedLength = 6

/** Used with the sandbox only. */
const sandboxVariables = ['SANDBOX_PORT', 'SANDBOX_URL', 'SMTP_PORT']

/** Allowed but probably unintended settings. */
export function configWarnings(given: Given): Finding[] {
  const { mode, publicUrl, hasPaymentProvider } = given
  const isLocal = isLocalHost(new URL(publicUrl).hostname)
  return [
    ...unknownVariables(given),
    ...(mode === 'staging' ? stagingWarnings(given) : []),
    ...(mode === 'production' ? unusedVariables(given) : []),
    ...(mode !== 'sandbox' && isLocal ? [toFinding('config.local-url', { url: publicUrl })] : []),
    ...(given.given.COUNTRY_HEADER && !given.trustsProxy
      ? [toFinding('config.no-effect', { name: 'COUNTRY_HEADER', needed: 'TRUST_PROXY' })]
      : []),
    ...(mode === 'production' && !isLocal && publicUrl.startsWith('http:')
      ? [toFinding('config.plain-url', { url: publicUrl })]
      : []),
    ...(publicUrl.startsWith('http:') && !isTrustedWithoutTls(new URL(publicUrl).hostname)
      ? [toFinding('config.untrusted-url', { url: publicUrl })]
      : []),
    ...(mode === 'production' && mayMailInPlainText(given.given.SMTP_URL)
      ? [toFinding('config.plain-mail')]
      : []),
    ...(mode === 'production' && !hasPaymentProvider
      ? [toFinding('config.no-provider', { providers: { ru: listProviders('ru'), en: listProviders('en') } })]
      : []),
  ]
}

const listProviders = (language: 'ru' | 'en') =>
  new Intl.ListFormat(language === 'en' ? 'en-GB' : language, { type: 'disjunction' }).format(
    paymentProviders.map((name) => providerTerms[name].label[language]),
  )

function mayMailInPlainText(smtpUrl: string | undefined): boolean {
  if (!smtpUrl || !URL.canParse(smtpUrl)) return false
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  return protocol === 'smtp:' && !isLocalHost(hostname) && searchParams.get('requireTLS') !== 'true'
}

/** Hosts with `crypto.subtle` in browsers without TLS. */
const isTrustedWithoutTls = (name: string) => /^(127(\.\d+){3}|\[::1\]|([a-z0-9-]+\.)*localhost)$/.test(name)

const isLocalHost = (name: string) => /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(name)

/** Names like ours. The remaining environment belongs to other programs. */
function unknownVariables({ given, hubVariables }: Given): Finding[] {
  const providerVariables = [...Object.keys(IdentityVariables.shape), ...Object.keys(PaymentVariables.shape)]
  const known = [...hubVariables, ...providerVariables]
  const comparable = known.filter((one) => one.length >= minComparedLength)
  const families = new Set([...providerVariables, 'WEBHOOK_NETWORKS'].map((name) => name.split('_')[0]))
  return Object.keys(given).flatMap((name) => {
    if (known.includes(name) || name.startsWith(webhookSecretPrefix)) return []
    const closest = closestMatch(name, comparable, { maxDistance: 2 })
    if (closest) return [toFinding('config.misspelt', { name, closest })]
    return families.has(name.split('_')[0]) ? [toFinding('config.unknown', { name })] : []
  })
}

/** A copy of production's environment may hold secrets staging must not know. */
function stagingWarnings({ given }: Given): Finding[] {
  const secrets = Object.values(providerDefinitions).map(({ secretVariable }) => secretVariable)
  return [
    toFinding('config.staging'),
    ...secrets.filter((name) => given[name]).map((name) => toFinding('config.secret-in-staging', { name })),
  ]
}

function unusedVariables({ given }: Given): Finding[] {
  const definitions = [...Object.values(identityProviderDefinitions), ...Object.values(providerDefinitions)]
  const dependents = definitions.flatMap(({ dependentVariables }) => Object.entries(dependentVariables))
  return [
    ...sandboxVariables
      .filter((name) => given[name])
      .map((name) => toFinding('config.sandbox-only', { name })),
    ...dependents.flatMap(([needed, names]) =>
      names
        .filter((name) => given[name] && !given[needed])
        .map((name) => toFinding('config.no-effect', { name, needed })),
    ),
  ]
}
