import type { InterfaceLanguage } from '@playhub/contract'
import { type CustomFetch, None } from 'openid-client'
import * as z from 'zod'
import { authorizationUrl, codeClient, redeemCode } from '../authorization-code.ts'
import type { VkConfig } from '../config.ts'
import { IdentityNotProven, type IdentityProvider, type ProvenIdentity } from '../provider.ts'
import { askForJson, askProvider, Subject } from '../provider-fetch.ts'

/** VK's numbers of our languages. */
const vkLanguages: Record<InterfaceLanguage, string> = { ru: '0', en: '3' }

/**
 * No client secret: PKCE and the `device_id` of the callback guard the code.
 * @see https://id.vk.ru/about/business/go/docs/ru/vkid/latest/vk-id/connection/api-description
 */
export function createVk(config: VkConfig): IdentityProvider {
  const server = { ...config, issuer: new URL(config.authorizationUrl).origin }
  const client = codeClient(server, config.clientId, None(), askForTokens)
  return {
    method: 'vk',

    startSignIn: (flow, language) =>
      authorizationUrl(client, flow, { scope: 'vkid.personal_info email', lang_id: vkLanguages[language] }),

    unpack,

    async finishSignIn(answer, flow) {
      const parameters = { device_id: answer.device_id ?? '', state: flow.state }
      const tokens = await redeemCode(client, answer, flow, { parameters })
      if (tokens.state !== flow.state) throw new IdentityNotProven('The tokens came with another state')
      return readPerson(config, tokens.access_token)
    },
  }
}

const Payload = z.record(z.string(), z.union([z.string(), z.number().transform(String)]))

/** In some setups everything stands as JSON in one parameter. */
function unpack(answer: Record<string, string>): Record<string, string> {
  if (answer.payload === undefined) return answer
  try {
    return Payload.parse(JSON.parse(answer.payload))
  } catch {
    return answer
  }
}

/**
 * VK's ID token names no audience and its keys are not published: it proves nothing and is left out. A refusal comes
 * with status 200; the library looks at the status.
 */
const askForTokens: CustomFetch = async (url, init) => {
  const response = await askProvider(url, init)
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (!response.ok || typeof answer !== 'object' || answer === null) return response
  const { id_token: _provesNothing, ...tokens } = answer as Record<string, unknown>
  return Response.json(tokens, { status: 'error' in tokens ? 400 : 200 })
}

const UserInfo = z.object({
  user: z.object({
    user_id: Subject,
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
    email: z.string().nullish(),
  }),
})

/** It comes with status 200. */
const VkRefusal = z.object({ error: z.string() })

/** The address may be changed by the person and bears no flag: nobody vouches for it. */
async function readPerson(config: VkConfig, accessToken: string): Promise<ProvenIdentity> {
  const body = new URLSearchParams({ access_token: accessToken, client_id: config.clientId })
  const answer = await askForJson(config.userinfoUrl, { method: 'POST', body }, UserInfo.or(VkRefusal))
  if ('error' in answer) throw new IdentityNotProven('VK does not know the token')
  const { user } = answer
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || null
  return { method: 'vk', subject: user.user_id, name, email: null, label: user.email || name }
}
