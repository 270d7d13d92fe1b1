import {
  type Endpoints,
  type Environment,
  optional,
  type ResolvedEndpoints,
  readKeys,
  required,
  resolveEndpoints,
} from '../settings.ts'

export const endpoints = {
  authorizationUrl: ['https://id.vk.ru/authorize', '/vk/authorize'],
  tokenUrl: ['https://id.vk.ru/oauth2/auth', '/vk/oauth2/auth'],
  userinfoUrl: ['https://id.vk.ru/oauth2/user_info', '/vk/oauth2/user_info'],
} as const satisfies Endpoints

export type VkConfig = ResolvedEndpoints<typeof endpoints> & {
  clientId: string
  /** Authenticates a confidential app; null for a public one. */
  serviceToken: string | null
  clientSecret: string | null
}

export const variables = {
  VK_CLIENT_ID: required('VK ID', 'The id of the application.'),
  VK_SERVICE_TOKEN: optional('The service token of a confidential application.'),
  VK_CLIENT_SECRET: optional('The protected key of a confidential application.'),
}

export const sandboxKeys = { VK_CLIENT_ID: '51000000' }

export function readConfig(env: Environment, sandboxUrl: string | null): VkConfig | null {
  const keys = readKeys(env, ['VK_CLIENT_ID'])
  return (
    keys && {
      ...resolveEndpoints('vk', endpoints, env, sandboxUrl, ['id.vk.com']),
      clientId: keys.VK_CLIENT_ID,
      serviceToken: env.VK_SERVICE_TOKEN || null,
      clientSecret: env.VK_CLIENT_SECRET || null,
    }
  )
}
