import { ClientSecretPost } from 'openid-client'
import * as z from 'zod'
import { authorizationUrl, codeClient, redeemCode } from '../authorization-code.ts'
import type { YandexConfig } from '../config.ts'
import { IdentityNotProven, type IdentityProvider, type ProvenIdentity } from '../provider.ts'
import { askForJson, Subject } from '../provider-fetch.ts'

/** OAuth 2.0 without ID tokens. @see https://yandex.ru/dev/id/doc/en/codes/code-url */
export function createYandex(config: YandexConfig): IdentityProvider {
  const server = { ...config, issuer: new URL(config.authorizationUrl).origin }
  const client = codeClient(server, config.clientId, ClientSecretPost(config.clientSecret))
  return {
    method: 'yandex',

    startSignIn: (flow) => authorizationUrl(client, flow, { scope: 'login:info login:email' }),

    async finishSignIn(answer, flow) {
      const tokens = await redeemCode(client, answer, flow)
      return readPerson(config, tokens.access_token)
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
 * The scheme is `OAuth`, not `Bearer`, and `client_id` is the only sign that the token was meant for us. The address
 * may be of another company and bears no flag: nobody vouches for it.
 * @see https://yandex.ru/dev/id/doc/en/user-information
 */
async function readPerson(config: YandexConfig, accessToken: string): Promise<ProvenIdentity> {
  const url = new URL(config.userinfoUrl)
  url.searchParams.set('format', 'json')
  const info = await askForJson(url, { headers: { authorization: `OAuth ${accessToken}` } }, Info)
  if (info.client_id !== config.clientId) throw new IdentityNotProven('The token is for another app')
  const name = info.real_name || info.display_name || info.login || null
  return {
    method: 'yandex',
    subject: info.id,
    name,
    email: null,
    label: info.default_email || name,
  }
}
