import { eventCodes } from '@playhub/contract'
import { checkClient, impossible, impossibleCode } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { vk as settings, type VkConfig } from '../provider-settings.ts'

export const vk: IdentityProviderDefinition<VkConfig> = {
  ...settings,
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
