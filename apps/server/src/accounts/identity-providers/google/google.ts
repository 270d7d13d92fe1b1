import { decodeJwt } from 'jose'
import {
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  enableNonRepudiationChecks,
} from 'openid-client'
import * as z from 'zod'
import { authorizationUrl, codeClient, redeemCode, type Tokens } from '../authorization-code.ts'
import type { GoogleConfig } from '../config.ts'
import {
  IdentityNotProven,
  type IdentityProvider,
  type ProvenIdentity,
  type SignInFlow,
} from '../provider.ts'
import { askProvider } from '../provider-fetch.ts'
import { proveGoogleToken } from './access-token.ts'
import { GooglePerson, identityOf } from './profile.ts'

export type Google = IdentityProvider & {
  /**
   * Asks Google whose token this is, and whether it was made for an app of ours.
   * @throws IdentityNotProven or ProviderUnavailable
   */
  readAccessToken(accessToken: string): Promise<ProvenIdentity>
}

const TokenAnswer = z.object({ id_token: z.string() })

/** OpenID Connect by the book. @see https://developers.google.com/identity/openid-connect/openid-connect */
export function createGoogle(config: GoogleConfig): Google {
  return {
    method: 'google',

    startSignIn: (flow, language) =>
      authorizationUrl(googleClient(config), flow, {
        scope: 'openid email profile',
        nonce: flow.nonce,
        prompt: 'select_account',
        hl: language,
      }),

    async finishSignIn(answer, flow) {
      const tokens = await redeem(config, answer, flow)
      const person = GooglePerson.safeParse(tokens.claims())
      if (!person.success) throw new IdentityNotProven('The ID token tells no person')
      return identityOf(person.data)
    },

    readAccessToken: (accessToken) => proveGoogleToken(config, accessToken),
  }
}

/** The signature of an ID token is checked too, though it comes straight from Google. */
function googleClient(config: GoogleConfig, ask: CustomFetch = askProvider): Configuration {
  const client = codeClient(config, config.clientId, ClientSecretPost(config.clientSecret), ask)
  enableNonRepudiationChecks(client)
  return client
}

/** Google writes its issuer with or without the scheme; a code serves once, so the second reading is of the same answer. */
async function redeem(
  config: GoogleConfig,
  answer: Record<string, string>,
  flow: SignInFlow,
): Promise<Tokens> {
  const { ask, issuerOfToken } = askingOnceForTokens(config.tokenUrl)
  try {
    return await redeemCode(googleClient(config, ask), answer, flow, { expectsNonce: true })
  } catch (error) {
    const issuer = config.issuer.replace(/^https?:\/\//, '')
    if ((await issuerOfToken()) !== issuer) throw error
    const { iss: _checkedAbove, ...rest } = answer
    return redeemCode(googleClient({ ...config, issuer }, ask), rest, flow, { expectsNonce: true })
  }
}

function askingOnceForTokens(tokenUrl: string) {
  let answered: Response | undefined

  const ask: CustomFetch = async (url, init) => {
    if (url !== tokenUrl) return askProvider(url, init)
    answered ??= await askProvider(url, init)
    return answered.clone()
  }

  async function issuerOfToken(): Promise<string | undefined> {
    try {
      const { id_token } = TokenAnswer.parse(await answered?.clone().json())
      return decodeJwt(id_token).iss
    } catch {
      return undefined
    }
  }

  return { ask, issuerOfToken }
}
