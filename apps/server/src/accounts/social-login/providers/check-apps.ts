/** Makes one harmless call to each configured provider, to check that it knows our app. */
import * as z from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { ServiceCheck } from '../../../platform/outbound/service-check.ts'
import { createAppleSecrets } from './apple/client-secret.ts'
import type {
  AppleConfig,
  FacebookConfig,
  GoogleConfig,
  IdentityConfig,
  TelegramConfig,
  VkConfig,
  YandexConfig,
} from './config.ts'
import { ProviderUnavailable } from './provider.ts'
import { fetchProvider, withQuery } from './provider-fetch.ts'

/** @param hubUrl  Public origin of the callback URLs. */
export function checkIdentityApps(
  { google, apple, vk, yandex, telegram, facebook }: IdentityConfig,
  { clock, hubUrl }: { clock: Clock; hubUrl: string },
): Promise<ServiceCheck[]> {
  const checks = [
    google && check('Google', () => checkGoogle(google, hubUrl)),
    apple && check('Apple', () => checkApple(apple, clock, hubUrl)),
    vk && check('VK ID', () => checkVk(vk, hubUrl)),
    yandex && check('Yandex ID', () => checkYandex(yandex)),
    telegram && check('Telegram', () => checkTelegram(telegram, hubUrl)),
    facebook && check('Facebook', () => checkFacebook(facebook)),
  ]
  return Promise.all(checks.filter((one) => one !== null))
}

async function check(service: string, run: () => Promise<string[]>): Promise<ServiceCheck> {
  try {
    return { service, found: 'knows our app', problems: await run() }
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error
    return { service, found: '', problems: [`${error.message}: is the network open to it?`] }
  }
}

async function checkGoogle(config: GoogleConfig, hubUrl: string): Promise<string[]> {
  const { clientId: client_id, clientSecret: client_secret } = config
  return [
    ...(await checkDiscovery(config)),
    ...(await checkClient(config.tokenUrl, {
      client_id,
      client_secret,
      ...impossibleCode('google', hubUrl),
    })),
  ]
}

async function checkApple(config: AppleConfig, clock: Clock, hubUrl: string): Promise<string[]> {
  const keys = { client_id: config.clientId, client_secret: await createAppleSecrets(config, clock)() }
  return [
    ...(await checkDiscovery(config)),
    ...(await checkClient(config.tokenUrl, { ...keys, ...impossibleCode('apple', hubUrl) })),
  ]
}

function checkVk(
  { tokenUrl, clientId, serviceToken, clientSecret }: VkConfig,
  hubUrl: string,
): Promise<string[]> {
  return checkClient(tokenUrl, {
    client_id: clientId,
    ...(serviceToken && { service_token: serviceToken }),
    ...(clientSecret && { client_secret: clientSecret }),
    device_id: 'doctor',
    state: impossible,
    ...impossibleCode('vk', hubUrl),
  })
}

function checkYandex({ tokenUrl, clientId, clientSecret }: YandexConfig): Promise<string[]> {
  const code = { grant_type: 'authorization_code', code: '0000000' }
  return checkClient(tokenUrl, { client_id: clientId, client_secret: clientSecret, ...code })
}

/** None of our calls use the widget's bot token: only the first login shows whether it is right. */
async function checkTelegram(config: TelegramConfig, hubUrl: string): Promise<string[]> {
  if (config.clientSecret === null) return []
  const authorization = `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}`
  return [
    ...(await checkDiscovery(config)),
    ...(await checkClient(config.tokenUrl, impossibleCode('telegram', hubUrl), { authorization })),
  ]
}

async function checkFacebook({ debugTokenUrl, clientId, clientSecret }: FacebookConfig): Promise<string[]> {
  const url = withQuery(debugTokenUrl, { input_token: 'doctor', access_token: `${clientId}|${clientSecret}` })
  const { ok, status } = await fetchProvider(url)
  return ok ? [] : [`It does not accept the app id and secret (${status}).`]
}

const impossible = 'doctor-0000000000000000000000000000000000000000'

/** A code that was never issued: a provider that knows our app rejects only the code. */
function impossibleCode(method: string, hubUrl: string): Record<string, string> {
  return {
    grant_type: 'authorization_code',
    code: impossible,
    code_verifier: impossible,
    redirect_uri: `${hubUrl}/passport/${method}/callback`,
  }
}

const TokenError = z.object({ error: z.string(), error_description: z.string().optional() })

async function checkClient(
  tokenUrl: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<string[]> {
  const init = { method: 'POST', headers, body: new URLSearchParams(form) }
  const response = await fetchProvider(tokenUrl, init)
  if (response.status >= 500)
    throw new ProviderUnavailable(`${new URL(tokenUrl).host} answered ${response.status}`)
  const refusal = TokenError.safeParse(await response.json().catch(() => undefined)).data
  if (!refusal) return [`It answered ${response.status} in an unexpected format.`]
  const { error, error_description: description = 'no description' } = refusal
  if (error === 'invalid_grant') return []
  if (error === 'invalid_client' || error === 'unauthorized_client') {
    return [`It does not accept our keys: ${description}.`]
  }
  if (error === 'redirect_uri_mismatch')
    return [`It does not know our callback address ${form.redirect_uri}.`]
  return [`It answered ${error}: ${description}.`]
}

const Discovery = z.object({
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
})

/** Our URLs are fixed, so without this check only failing logins would show that a provider has moved. */
async function checkDiscovery(
  config: Record<'issuer' | 'authorizationUrl' | 'tokenUrl' | 'jwksUrl', string>,
): Promise<string[]> {
  const response = await fetchProvider(`${config.issuer}/.well-known/openid-configuration`)
  const published = Discovery.safeParse(await response.json().catch(() => undefined)).data
  if (!published) return [`Its OpenID discovery document is not readable (${response.status}).`]
  const pairs = [
    [config.authorizationUrl, published.authorization_endpoint],
    [config.tokenUrl, published.token_endpoint],
    [config.jwksUrl, published.jwks_uri],
  ] as const
  return pairs
    .filter(([ours, theirs]) => ours !== theirs)
    .map(([ours, theirs]) => `It publishes ${theirs}, and we use ${ours}.`)
}
