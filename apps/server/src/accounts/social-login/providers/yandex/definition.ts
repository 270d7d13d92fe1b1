import { eventCodes } from '@playhub/contract'
import { checkClient } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { yandex as settings, type YandexConfig } from '../provider-settings.ts'

export const yandex: IdentityProviderDefinition<YandexConfig> = {
  ...settings,
  create: async (config) => (await import('./yandex.ts')).createYandex(config),
  checkApp({ tokenUrl, clientId, clientSecret }) {
    const code = { grant_type: 'authorization_code', code: '0000000' }
    return checkClient(tokenUrl, { client_id: clientId, client_secret: clientSecret, ...code })
  },
  failureCode: eventCodes.SIGN_IN_YANDEX_FAILED,
}
