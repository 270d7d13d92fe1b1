import { closestMatch } from 'leven'
import { IdentityVariables, identityProviderDefinitions } from './accounts/social-login/providers/index.ts'
import { PaymentVariables, providerDefinitions } from './payments/providers/index.ts'

type Environment = Record<string, string | undefined>
type Given = {
  given: Environment
  /** The hub's own variables. */
  hubVariables: string[]
  mode: 'sandbox' | 'staging' | 'production'
  publicUrl: string
  hasPaymentProvider: boolean
}

/** Shorter names are too often two letters away from other programs' names, as `HOST` from `HOME`. */
const minComparedLength = 6

export const webhookSecretPrefix = 'WEBHOOK_SECRET_'

/** Used with the sandbox only. */
const sandboxVariables = ['SANDBOX_PORT', 'SANDBOX_URL', 'SMTP_PORT']

/** What is allowed but probably not meant. One sentence each, with what to do. */
export function configWarnings(given: Given): string[] {
  const { mode, publicUrl, hasPaymentProvider } = given
  const isLocal = isLocalHost(new URL(publicUrl).hostname)
  return [
    ...unknownVariables(given),
    ...(mode === 'staging' ? stagingWarnings(given) : []),
    ...(mode === 'production' ? unusedVariables(given) : []),
    ...(mode !== 'sandbox' && isLocal
      ? [
          `PUBLIC_URL is ${publicUrl}, which only this machine can open: set it to the address that players use.`,
        ]
      : []),
    ...(mode === 'production' && !isLocal && publicUrl.startsWith('http:')
      ? [`PUBLIC_URL is ${publicUrl}, so logins travel without encryption: use https://.`]
      : []),
    ...(publicUrl.startsWith('http:') && !isTrustedWithoutTls(new URL(publicUrl).hostname)
      ? [
          `PUBLIC_URL is ${publicUrl}, where browsers run no robot check and no passkeys, so nobody can register by email: use https://, or http://localhost on this machine.`,
        ]
      : []),
    ...(mode === 'production' && mayMailInPlainText(given.given.SMTP_URL)
      ? [
          'SMTP_URL sends codes in plain text when the mail server offers no TLS: use smtps://, or add ?requireTLS=true.',
        ]
      : []),
    ...(mode === 'production' && !hasPaymentProvider
      ? [
          'No payment provider is configured, so nothing can be sold: set the keys of Stripe, YooKassa or Yandex Pay.',
        ]
      : []),
  ]
}

function mayMailInPlainText(smtpUrl: string | undefined): boolean {
  if (!smtpUrl || !URL.canParse(smtpUrl)) return false
  const { protocol, hostname, searchParams } = new URL(smtpUrl)
  return protocol === 'smtp:' && !isLocalHost(hostname) && searchParams.get('requireTLS') !== 'true'
}

/** Hosts with `crypto.subtle` in browsers without TLS. */
const isTrustedWithoutTls = (name: string) => /^(127(\.\d+){3}|\[::1\]|([a-z0-9-]+\.)*localhost)$/.test(name)

const isLocalHost = (name: string) => /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(name)

/** Names that look like ours. The remaining environment belongs to other programs. */
function unknownVariables({ given, hubVariables }: Given): string[] {
  const providerVariables = [...Object.keys(IdentityVariables.shape), ...Object.keys(PaymentVariables.shape)]
  const known = [...hubVariables, ...providerVariables]
  const comparable = known.filter((one) => one.length >= minComparedLength)
  const families = new Set([...providerVariables, 'WEBHOOK_NETWORKS'].map((name) => name.split('_')[0]))
  return Object.keys(given).flatMap((name) => {
    if (known.includes(name) || name.startsWith(webhookSecretPrefix)) return []
    const closest = closestMatch(name, comparable, { maxDistance: 2 })
    if (closest) return [`${name} is not a variable of the hub: did you mean ${closest}?`]
    return families.has(name.split('_')[0])
      ? [`${name} is not a variable of the hub: correct or remove it.`]
      : []
  })
}

/** A copy made from production's environment may have secrets that staging must not know. */
function stagingWarnings({ given }: Given): string[] {
  const secrets = Object.values(providerDefinitions).map(({ secretVariable }) => secretVariable)
  return [
    'This is a staging hub: payments go to the sandbox, and every page says so. Set HUB_MODE to production for players.',
    ...secrets
      .filter((name) => given[name])
      .map((name) => `${name} is not used in staging: remove it, so that it stays in production.`),
  ]
}

function unusedVariables({ given }: Given): string[] {
  const definitions = [...Object.values(identityProviderDefinitions), ...Object.values(providerDefinitions)]
  const dependents = definitions.flatMap(({ dependentVariables }) => Object.entries(dependentVariables))
  return [
    ...sandboxVariables
      .filter((name) => given[name])
      .map((name) => `${name} is used in sandbox mode only: remove it.`),
    ...dependents.flatMap(([needed, names]) =>
      names
        .filter((name) => given[name] && !given[needed])
        .map((name) => `${name} has no effect without ${needed}: set both, or remove it.`),
    ),
  ]
}
