import { ClientSecretPost } from 'openid-client'
import * as z from 'zod'
import { buildLoginUrl, createClient, redeemCode } from '../authorization-code.ts'
import { IdentityNotVerified, type IdentityProvider, type VerifiedIdentity } from '../provider.ts'
import { fetchProviderJson, Subject, withQuery } from '../provider-fetch.ts'
import type { YandexConfig } from '../provider-settings.ts'

/** OAuth 2.0 without ID tokens. @see https://yandex.ru/dev/id/doc/en/codes/code-url */
export function createYandex(config: YandexConfig): IdentityProvider {
  const server = { ...config, issuer: new URL(config.authorizationUrl).origin }
  const client = createClient(server, config.clientId, ClientSecretPost(config.clientSecret))
  return {
    method: 'yandex',

    startLogin: (flow) => buildLoginUrl(client, flow, { scope: 'login:info login:email' }),

    async finishLogin(parameters, flow) {
      const tokens = await redeemCode(client, parameters, flow)
      return readProfile(config, tokens.access_token)
    },
  }
}

const Info = z.object({
  id: Subject,
  client_id: z.string(),
  login: z.string().nullish(),
  real_name: z.string().nullish(),
  display_name: z.string().nullish(),
  default_email: z.string().nullish(),
})

/**
 * The scheme is `OAuth`, not `Bearer`, and only `client_id` ties the token to our app. Yandex does not say whether the
 * email is verified, so it counts as unverified.
 * @see https://yandex.ru/dev/id/doc/en/user-information
 */
async function readProfile(config: YandexConfig, accessToken: string): Promise<VerifiedIdentity> {
  const url = withQuery(config.userinfoUrl, { format: 'json' })
  const info = await fetchProviderJson(url, { headers: { authorization: `OAuth ${accessToken}` } }, Info)
  if (info.client_id !== config.clientId) throw new IdentityNotVerified('The token is for another app')
  const name = info.real_name || info.display_name || info.login || null
  return {
    method: 'yandex',
    subject: info.id,
    name,
    email: null,
    label: info.default_email || name,
  }
}
