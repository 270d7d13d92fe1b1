import { eventCodes } from '@playhub/contract'
import { checkClient, checkDiscovery, impossibleCode } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { endpoints, type GoogleConfig, readConfig, sandboxKeys, variables } from './config.ts'
import type { Google } from './google.ts'

export const google: IdentityProviderDefinition<GoogleConfig, Google> = {
  label: 'Google',
  variables,
  dependentVariables: { GOOGLE_CLIENT_ID: ['GOOGLE_NATIVE_CLIENT_IDS'] },
  sandboxKeys,
  endpoints,
  readConfig,
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
