/**
 * Endpoints and client credentials for six identity providers. Endpoints are not discovered: Apple's discovery document
 * has contained a wrong issuer before.
 */
import type { AuthMethod } from '@playhub/contract'
import * as z from 'zod'
import { collectIssues, StartupError } from '../../../platform/startup-error.ts'
import { formatIssues, hasNoLogin } from '../../../platform/variable-rules.ts'
import { identityKeys } from './variables.ts'

export type SocialMethod = Exclude<AuthMethod, 'mail'>

type Environment = Record<string, string | undefined>
type Keys = { clientId: string }

/** Each endpoint's official URL and its path below the provider's path in the sandbox. */
type Endpoints = Record<string, readonly [official: string, sandboxPath: string]>

const google = {
  issuer: ['https://accounts.google.com', ''],
  authorizationUrl: ['https://accounts.google.com/o/oauth2/v2/auth', '/o/oauth2/v2/auth'],
  tokenUrl: ['https://oauth2.googleapis.com/token', '/token'],
  userinfoUrl: ['https://openidconnect.googleapis.com/v1/userinfo', '/v1/userinfo'],
  jwksUrl: ['https://www.googleapis.com/oauth2/v3/certs', '/oauth2/v3/certs'],
  tokeninfoUrl: ['https://oauth2.googleapis.com/tokeninfo', '/tokeninfo'],
} as const satisfies Endpoints

const apple = {
  issuer: ['https://appleid.apple.com', ''],
  authorizationUrl: ['https://appleid.apple.com/auth/authorize', '/auth/authorize'],
  tokenUrl: ['https://appleid.apple.com/auth/token', '/auth/token'],
  jwksUrl: ['https://appleid.apple.com/auth/keys', '/auth/keys'],
} as const satisfies Endpoints

const vk = {
  authorizationUrl: ['https://id.vk.ru/authorize', '/authorize'],
  tokenUrl: ['https://id.vk.ru/oauth2/auth', '/oauth2/auth'],
  userinfoUrl: ['https://id.vk.ru/oauth2/user_info', '/oauth2/user_info'],
} as const satisfies Endpoints

const yandex = {
  authorizationUrl: ['https://oauth.yandex.ru/authorize', '/authorize'],
  tokenUrl: ['https://oauth.yandex.ru/token', '/token'],
  userinfoUrl: ['https://login.yandex.ru/info', '/info'],
} as const satisfies Endpoints

const telegram = {
  issuer: ['https://oauth.telegram.org', ''],
  authorizationUrl: ['https://oauth.telegram.org/auth', '/auth'],
  tokenUrl: ['https://oauth.telegram.org/token', '/token'],
  jwksUrl: ['https://oauth.telegram.org/.well-known/jwks.json', '/.well-known/jwks.json'],
  widgetUrl: ['https://telegram.org/js/telegram-widget.js?22', '/js/telegram-widget.js?22'],
} as const satisfies Endpoints

const facebook = {
  authorizationUrl: ['https://www.facebook.com/v26.0/dialog/oauth', '/v26.0/dialog/oauth'],
  tokenUrl: ['https://graph.facebook.com/v26.0/oauth/access_token', '/v26.0/oauth/access_token'],
  profileUrl: ['https://graph.facebook.com/v26.0/me', '/v26.0/me'],
  debugTokenUrl: ['https://graph.facebook.com/debug_token', '/debug_token'],
} as const satisfies Endpoints

/** Further official hosts that an operator may configure. */
const otherHosts: Partial<Record<SocialMethod, readonly string[]>> = {
  vk: ['id.vk.com'],
  yandex: ['oauth.yandex.com', 'login.yandex.com'],
}

type Resolved<E extends Endpoints> = { readonly [Name in keyof E]: string }

export type GoogleConfig = Resolved<typeof google> &
  Keys & {
    clientSecret: string
    /** Client ids for our mobile apps, whose tokens are accepted too. */
    nativeClientIds: string[]
  }
export type AppleConfig = Resolved<typeof apple> &
  Keys & {
    teamId: string
    keyId: string
    /** PKCS #8 as PEM; signs the client secret. */
    privateKey: string
    nativeClientIds: string[]
  }
export type VkConfig = Resolved<typeof vk> &
  Keys & {
    /** Authenticates a confidential app; null for a public one. */
    serviceToken: string | null
    clientSecret: string | null
  }
export type YandexConfig = Resolved<typeof yandex> & Keys & { clientSecret: string }
export type TelegramConfig = Resolved<typeof telegram> &
  Keys & {
    botName: string
    botToken: string
    /** Null if the bot has only the login widget. */
    clientSecret: string | null
  }
export type FacebookConfig = Resolved<typeof facebook> & Keys & { clientSecret: string }

/** A provider without keys is null and not offered. */
export type IdentityConfig = Readonly<{
  google: GoogleConfig | null
  apple: AppleConfig | null
  vk: VkConfig | null
  yandex: YandexConfig | null
  telegram: TelegramConfig | null
  facebook: FacebookConfig | null
}>

/**
 * @param sandboxUrl  The sandbox that emulates the providers; null in production.
 * @throws StartupError when a provider is partly configured, or a production endpoint is on another host
 */
export function readIdentityConfig(given: Environment, sandboxUrl: string | null): IdentityConfig {
  const env = sandboxUrl ? { ...sandboxIdentityKeys, ...given } : given
  const at = <E extends Endpoints>(method: SocialMethod, endpoints: E) =>
    resolve(method, endpoints, env, sandboxUrl)
  const id = (name: string) => env[name] ?? ''
  const list = (name: string) =>
    id(name)
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean)
  const hasKeys = (...names: string[]) => isConfigured(env, names)
  const issues = collectIssues('Sign-in providers are configured wrongly:')
  for (const issue of formatIssues(env, wordKeys)) issues.add(issue)
  const config = {
    google: issues.collect(() =>
      hasKeys('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET')
        ? {
            ...at('google', google),
            clientId: id('GOOGLE_CLIENT_ID'),
            clientSecret: id('GOOGLE_CLIENT_SECRET'),
            nativeClientIds: list('GOOGLE_NATIVE_CLIENT_IDS'),
          }
        : null,
    ),
    apple: issues.collect(() =>
      hasKeys('APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY')
        ? {
            ...at('apple', apple),
            clientId: id('APPLE_CLIENT_ID'),
            teamId: id('APPLE_TEAM_ID'),
            keyId: id('APPLE_KEY_ID'),
            privateKey: id('APPLE_PRIVATE_KEY').replaceAll('\\n', '\n'),
            nativeClientIds: list('APPLE_NATIVE_CLIENT_IDS'),
          }
        : null,
    ),
    vk: issues.collect(() =>
      hasKeys('VK_CLIENT_ID')
        ? {
            ...at('vk', vk),
            clientId: id('VK_CLIENT_ID'),
            serviceToken: id('VK_SERVICE_TOKEN') || null,
            clientSecret: id('VK_CLIENT_SECRET') || null,
          }
        : null,
    ),
    yandex: issues.collect(() =>
      hasKeys('YANDEX_CLIENT_ID', 'YANDEX_CLIENT_SECRET')
        ? {
            ...at('yandex', yandex),
            clientId: id('YANDEX_CLIENT_ID'),
            clientSecret: id('YANDEX_CLIENT_SECRET'),
          }
        : null,
    ),
    telegram: issues.collect(() =>
      hasKeys('TELEGRAM_BOT_NAME', 'TELEGRAM_BOT_TOKEN')
        ? {
            ...at('telegram', telegram),
            clientId: id('TELEGRAM_BOT_TOKEN').split(':')[0] ?? '',
            botName: id('TELEGRAM_BOT_NAME'),
            botToken: id('TELEGRAM_BOT_TOKEN'),
            // The sandbox secret applies only to the sandbox bot, so a bot without one can be tested there.
            clientSecret: (given.TELEGRAM_BOT_TOKEN ? given : env).TELEGRAM_CLIENT_SECRET ?? null,
          }
        : null,
    ),
    facebook: issues.collect(() =>
      hasKeys('FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET')
        ? {
            ...at('facebook', facebook),
            clientId: id('FACEBOOK_APP_ID'),
            clientSecret: id('FACEBOOK_APP_SECRET'),
          }
        : null,
    ),
  }
  issues.throwAll()
  return config
}

/** @throws StartupError when only some variables are set */
function isConfigured(env: Environment, names: string[]): boolean {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return false
  if (missing.length === 0) return true
  throw new StartupError(
    `A sign-in provider is half configured: set ${missing.join(', ')}, or none of ${names.join(', ')}.`,
  )
}

/** A private key has several lines, and a list may have spaces. */
const wordKeys = Object.keys(identityKeys).filter((name) => !/_PRIVATE_KEY$|_IDS$/.test(name))

/** Each endpoint can be overridden by a variable, such as `GOOGLE_TOKEN_URL`. */
function resolve<E extends Endpoints>(
  method: SocialMethod,
  endpoints: E,
  env: Environment,
  sandboxUrl: string | null,
): Resolved<E> {
  const folder = method === 'yandex' ? 'yandex-id' : method
  const hosts = [...Object.values(endpoints).map(([url]) => new URL(url).host), ...(otherHosts[method] ?? [])]
  const resolved = Object.entries(endpoints).map(([name, [official, sandboxPath]]) => {
    const variable = endpointVariable(method, name)
    const given = env[variable]
    if (given) requireUsable(variable, given, sandboxUrl ? null : hosts)
    return [name, given ?? (sandboxUrl ? `${sandboxUrl}/${folder}${sandboxPath}` : official)]
  })
  return Object.fromEntries(resolved)
}

function endpointVariable(method: SocialMethod, endpoint: string): string {
  return `${method}_${endpoint.replace(/[A-Z]/g, (capital) => `_${capital}`)}`.toUpperCase()
}

/** @param hosts  Allowed hosts; null allows any. */
function requireUsable(variable: string, given: string, hosts: string[] | null): void {
  const url = URL.parse(given)
  const isAllowed = hosts
    ? url?.protocol === 'https:' && hosts.includes(url.host)
    : url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isAllowed && hasNoLogin(given)) return
  throw new StartupError(
    hosts
      ? `${variable} must be an https address at ${[...new Set(hosts)].join(' or ')}.`
      : `${variable} must be an http or https address without user, password and #.`,
  )
}

/** Sandbox credentials; not valid anywhere else. */
export const sandboxIdentityKeys: Environment = {
  GOOGLE_CLIENT_ID: 'sandbox-google-web.apps',
  GOOGLE_CLIENT_SECRET: 'sandbox_google_secret',
  GOOGLE_NATIVE_CLIENT_IDS: 'sandbox-google-ios.apps',
  APPLE_CLIENT_ID: 'example.playhub.web',
  APPLE_NATIVE_CLIENT_IDS: 'example.playhub.app',
  APPLE_TEAM_ID: 'SANDBOXTEAM',
  APPLE_KEY_ID: 'SANDBOXKEY',
  APPLE_PRIVATE_KEY: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgP+hMvV7s5Kj9aLaY
kBkTvmhgzOOg2VMbWlEV0QOsfIKhRANCAAR/6ko0EpugaIGaGI+L5vdxKHfASFNB
9wLFyjRMwR6RweifQORFSr4VZGUZ0mdW7Xx/a7lx5MiJCj/CE4GeWTfY
-----END PRIVATE KEY-----
`,
  VK_CLIENT_ID: '51000000',
  YANDEX_CLIENT_ID: 'sandboxyandexclient',
  YANDEX_CLIENT_SECRET: 'sandbox_yandex_secret',
  TELEGRAM_BOT_NAME: 'playhub_sandbox_bot',
  TELEGRAM_BOT_TOKEN: '7000000001:sandbox_bot_token',
  TELEGRAM_CLIENT_SECRET: 'sandbox_telegram_secret',
  FACEBOOK_APP_ID: '260000000000001',
  FACEBOOK_APP_SECRET: 'sandbox_facebook_secret',
}

const allEndpoints = { google, apple, vk, yandex, telegram, facebook }

/** All variables for the identity providers. */
export const IdentityVariables = z.object({
  ...identityKeys,
  ...Object.fromEntries(
    Object.entries(allEndpoints).flatMap(([method, endpoints]) =>
      Object.entries(endpoints).map(([name, [official]]) => [
        endpointVariable(method as SocialMethod, name),
        endpointOverride(official),
      ]),
    ),
  ),
})

function endpointOverride(official: string) {
  return z
    .url()
    .optional()
    .meta({
      defaultText: `\`${official}\``,
      description: 'Replaces this endpoint. In production only on an official host of the company.',
    })
}
