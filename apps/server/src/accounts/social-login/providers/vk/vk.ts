import type { InterfaceLanguage } from '@playhub/contract'
import { None } from 'openid-client'
import * as z from 'zod'
import { buildLoginUrl, createClient, redeemCode } from '../authorization-code.ts'
import {
  type CallbackParameters,
  IdentityNotVerified,
  type IdentityProvider,
  type VerifiedIdentity,
} from '../provider.ts'
import {
  fetchProvider,
  fetchProviderJson,
  type ProviderFetch,
  parseWithoutNulls,
  Subject,
} from '../provider-fetch.ts'
import type { VkConfig } from '../provider-settings.ts'

/** VK's language ids. */
const vkLanguages: Partial<Record<InterfaceLanguage, string>> = {
  ru: '0',
  en: '3',
  es: '4',
  de: '6',
  it: '7',
}

/**
 * PKCE and the callback's `device_id` protect the code. A confidential app also sends its service token or secret.
 * @see https://id.vk.ru/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-description
 */
export function createVk(config: VkConfig): IdentityProvider {
  const server = { ...config, issuer: new URL(config.authorizationUrl).origin }
  const client = createClient(server, config.clientId, None(), fetchTokens)
  return {
    method: 'vk',

    startLogin: (flow, language) =>
      buildLoginUrl(client, flow, {
        scope: 'vkid.personal_info email',
        lang_id: vkLanguages[language] ?? '3',
      }),

    unpack,

    async finishLogin(parameters, flow) {
      const tokenParameters = {
        device_id: parameters.device_id ?? '',
        state: flow.state,
        ...(config.serviceToken && { service_token: config.serviceToken }),
        ...(config.clientSecret && { client_secret: config.clientSecret }),
      }
      const tokens = await redeemCode(client, parameters, flow, { tokenParameters })
      if (tokens.state !== flow.state) throw new IdentityNotVerified('The tokens came with another state')
      return readProfile(config, tokens.access_token)
    },
  }
}

const Payload = z.record(z.string(), z.union([z.string(), z.number().transform(String)]))

/** Some setups send all parameters as JSON in the `payload` parameter. */
function unpack(parameters: CallbackParameters): CallbackParameters {
  if (parameters.payload === undefined) return parameters
  try {
    return Payload.parse(parseWithoutNulls(parameters.payload))
  } catch {
    return parameters
  }
}

/**
 * Removes VK's ID token, which has no audience and no published keys, adds the token type if missing, and turns VK's
 * error responses with status 200 into the 400 expected by openid-client.
 */
const fetchTokens: ProviderFetch = async (url, init) => {
  const response = await fetchProvider(url, init)
  const body = parseWithoutNulls(await response.clone().text())
  if (!response.ok || typeof body !== 'object' || body === null) return response
  const { id_token: _unverifiable, ...tokens } = body as Record<string, unknown>
  if ('error' in tokens) return Response.json(tokens, { status: 400 })
  return Response.json({ token_type: 'Bearer', ...tokens })
}

const UserInfo = z.object({
  user: z.object({
    user_id: Subject,
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.string().nullish(),
  }),
})

/** Sent with status 200. */
const VkError = z.object({ error: z.string() })

/** VK does not say whether the email is verified, so it counts as unverified. */
async function readProfile(config: VkConfig, accessToken: string): Promise<VerifiedIdentity> {
  const body = new URLSearchParams({ access_token: accessToken, client_id: config.clientId })
  const result = await fetchProviderJson(config.userinfoUrl, { method: 'POST', body }, UserInfo.or(VkError))
  if ('error' in result) throw new IdentityNotVerified('VK does not recognise the token')
  const { user } = result
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || null
  return { method: 'vk', subject: user.user_id, name, email: null, label: user.email || name }
}
