import { decodeJwt } from 'jose'
import { ClientSecretPost, type Configuration, enableNonRepudiationChecks } from 'openid-client'
import * as z from 'zod'
import { buildLoginUrl, createClient, redeemCode, type Tokens } from '../authorization-code.ts'
import {
  type CallbackParameters,
  IdentityNotVerified,
  type IdentityProvider,
  type LoginFlow,
  type VerifiedIdentity,
} from '../provider.ts'
import { fetchProvider, type ProviderFetch } from '../provider-fetch.ts'
import type { GoogleConfig } from '../provider-settings.ts'
import { GoogleProfile, toIdentity, verifyAccessToken } from './access-token.ts'

export type Google = IdentityProvider & {
  /**
   * Verifies an access token issued by Google to our apps.
   * @throws IdentityNotVerified or ProviderUnavailable
   */
  readAccessToken(accessToken: string): Promise<VerifiedIdentity>
}

const TokenResponse = z.object({ id_token: z.string() })

/** Standard OpenID Connect. @see https://developers.google.com/identity/openid-connect/openid-connect */
export function createGoogle(config: GoogleConfig): Google {
  return {
    method: 'google',

    startLogin: (flow, language) =>
      buildLoginUrl(googleClient(config), flow, {
        scope: 'openid email profile',
        nonce: flow.nonce,
        prompt: 'select_account',
        hl: language,
      }),

    async finishLogin(parameters, flow) {
      const tokens = await redeem(config, parameters, flow)
      const profile = GoogleProfile.safeParse(tokens.claims())
      if (!profile.success) throw new IdentityNotVerified('The ID token identifies nobody')
      return toIdentity(profile.data)
    },

    readAccessToken: (accessToken) => verifyAccessToken(config, accessToken),
  }
}

/** Also verifies signatures on ID tokens received directly from Google. */
function googleClient(config: GoogleConfig, fetchFromGoogle: ProviderFetch = fetchProvider): Configuration {
  const client = createClient(config, config.clientId, ClientSecretPost(config.clientSecret), fetchFromGoogle)
  enableNonRepudiationChecks(client)
  return client
}

/**
 * Google writes its issuer with or without the scheme. A code works once, so the retry with the other issuer rereads
 * the same token response.
 */
async function redeem(
  config: GoogleConfig,
  parameters: CallbackParameters,
  flow: LoginFlow,
): Promise<Tokens> {
  const { fetchTokensOnce, readTokenIssuer } = createTokenFetch(config.tokenUrl)
  const options = { expectsNonce: true }
  try {
    return await redeemCode(googleClient(config, fetchTokensOnce), parameters, flow, options)
  } catch (error) {
    const issuer = config.issuer.replace(/^https?:\/\//, '')
    if ((await readTokenIssuer()) !== issuer) throw error
    const { iss: _checkedAbove, ...rest } = parameters
    return redeemCode(googleClient({ ...config, issuer }, fetchTokensOnce), rest, flow, options)
  }
}

function createTokenFetch(tokenUrl: string) {
  let response: Response | undefined

  const fetchTokensOnce: ProviderFetch = async (url, init) => {
    if (url !== tokenUrl) return fetchProvider(url, init)
    response ??= await fetchProvider(url, init)
    return response.clone()
  }

  async function readTokenIssuer(): Promise<string | undefined> {
    try {
      const { id_token } = TokenResponse.parse(await response?.clone().json())
      return decodeJwt(id_token).iss
    } catch {
      return undefined
    }
  }

  return { fetchTokensOnce, readTokenIssuer }
}
