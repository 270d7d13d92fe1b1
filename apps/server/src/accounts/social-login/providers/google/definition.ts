import { eventCodes } from '@playhub/contract'
import { checkClient, checkDiscovery, impossibleCode } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { type GoogleConfig, google as settings } from '../provider-settings.ts'
import type { Google } from './google.ts'

export const google: IdentityProviderDefinition<GoogleConfig, Google> = {
  ...settings,
  create: async (config) => (await import('./google.ts')).createGoogle(config),
  async checkApp(config, { hubUrl }) {
    const { clientId: client_id, clientSecret: client_secret, tokenUrl } = config
    return [
      ...(await checkDiscovery(config)),
      ...(await checkClient(tokenUrl, { client_id, client_secret, ...impossibleCode('google', hubUrl) })),
    ]
  },
  failureCode: eventCodes.SIGN_IN_GOOGLE_FAILED,
}
