import { eventCodes } from '@playhub/contract'
import type { IdentityProviderDefinition } from '../definition.ts'
import { fetchProvider, withQuery } from '../provider-fetch.ts'
import { endpoints, type FacebookConfig, readConfig, sandboxKeys, variables } from './config.ts'
import type { Facebook } from './facebook.ts'

export const facebook: IdentityProviderDefinition<FacebookConfig, Facebook> = {
  label: 'Facebook',
  variables,
  dependentVariables: {},
  sandboxKeys,
  endpoints,
  readConfig,
  create: async (config, { clock }) => (await import('./facebook.ts')).createFacebook(config, clock),
  async checkApp({ debugTokenUrl, clientId, clientSecret }) {
    const url = withQuery(debugTokenUrl, {
      input_token: 'doctor',
      access_token: `${clientId}|${clientSecret}`,
    })
    const { ok, status } = await fetchProvider(url)
    return ok ? [] : [`It does not accept the app id and secret (${status}).`]
  },
  failureCode: eventCodes.SIGN_IN_FACEBOOK_FAILED,
}
