import { eventCodes } from '@playhub/contract'
import { checkClient, impossible, impossibleCode } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { endpoints, readConfig, sandboxKeys, type VkConfig, variables } from './config.ts'

export const vk: IdentityProviderDefinition<VkConfig> = {
  label: 'VK ID',
  variables,
  dependentVariables: { VK_CLIENT_ID: ['VK_SERVICE_TOKEN', 'VK_CLIENT_SECRET'] },
  sandboxKeys,
  endpoints,
  readConfig,
  create: async (config) => (await import('./vk.ts')).createVk(config),
  checkApp: ({ tokenUrl, clientId, serviceToken, clientSecret }, { hubUrl }) =>
    checkClient(tokenUrl, {
      client_id: clientId,
      ...(serviceToken && { service_token: serviceToken }),
      ...(clientSecret && { client_secret: clientSecret }),
      device_id: 'doctor',
      state: impossible,
      ...impossibleCode('vk', hubUrl),
    }),
  failureCode: eventCodes.SIGN_IN_VK_FAILED,
}
