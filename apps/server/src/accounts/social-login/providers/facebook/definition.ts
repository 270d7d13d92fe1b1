import { eventCodes } from '@playhub/contract'
import { toFinding } from '@playhub/contract/operator/sentences/checks'
import { fetchForCheck } from '../app-checks.ts'
import type { IdentityProviderDefinition } from '../definition.ts'
import { type FacebookConfig, facebook as settings } from '../provider-settings.ts'
import type { Facebook } from './facebook.ts'

export const facebook: IdentityProviderDefinition<FacebookConfig, Facebook> = {
  ...settings,
  create: async (config, { clock }) => (await import('./facebook.ts')).createFacebook(config, clock),
  async checkApp({ debugTokenUrl, clientId, clientSecret }) {
    const query = { input_token: 'doctor', access_token: `${clientId}|${clientSecret}` }
    const { ok, status } = await fetchForCheck(`${debugTokenUrl}?${new URLSearchParams(query)}`)
    return ok ? [] : [toFinding('login.secret', { status })]
  },
  failureCode: eventCodes.SIGN_IN_FACEBOOK_FAILED,
}
