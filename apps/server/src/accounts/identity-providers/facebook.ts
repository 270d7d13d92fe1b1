import { createHmac } from 'node:crypto'
import * as z from 'zod'
import { type Clock, SECOND_MS } from '../../platform/clock.ts'
import { codeOf } from './callback-answer.ts'
import type { FacebookConfig } from './config.ts'
import { askForJson, Subject } from './outgoing.ts'
import { IdentityNotProven, type IdentityProvider, type ProvenIdentity } from './provider.ts'

export type Facebook = IdentityProvider & {
  /**
   * Asks Facebook whose token this is, and whether it was made for our app.
   * @throws IdentityNotProven or ProviderUnavailable
   */
  readAccessToken(accessToken: string): Promise<ProvenIdentity>
}

/** It goes into an address: neither endless nor strange. */
const plainToken = /^[\x21-\x7e]{1,4096}$/

const TokenAnswer = z.object({ access_token: z.string() })
const DebugAnswer = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    user_id: Subject.optional(),
    /** Seconds; 0 is never. */
    expires_at: z.number().default(0),
  }),
})
const Profile = z.object({ id: Subject, name: z.string().nullish(), email: z.string().nullish() })

/** @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export function createFacebook(config: FacebookConfig, clock: Clock): Facebook {
  const { clientId, clientSecret } = config

  return {
    method: 'facebook',

    startSignIn({ state, redirectUri }, language) {
      return addressOf(config.authorizationUrl, {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'public_profile,email',
        state,
        locale: language === 'ru' ? 'ru_RU' : 'en_US',
      })
    },

    async finishSignIn(answer, { redirectUri }) {
      const body = new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code: codeOf(answer),
      })
      const { access_token } = await askForJson(config.tokenUrl, { method: 'POST', body }, TokenAnswer)
      return readAccessToken(access_token)
    },

    readAccessToken,
  }

  async function readAccessToken(accessToken: string): Promise<ProvenIdentity> {
    if (!plainToken.test(accessToken)) throw new IdentityNotProven('That is no token of Facebook')
    const userId = await ownerOf(accessToken)
    const { id, name = null, email = null } = await profileOf(accessToken)
    if (id !== userId) throw new IdentityNotProven('Facebook names two people for one token')
    // Facebook vouches for no address.
    return { method: 'facebook', subject: id, name, email: null, label: email ?? name }
  }

  async function ownerOf(accessToken: string): Promise<string> {
    const url = addressOf(config.debugTokenUrl, {
      input_token: accessToken,
      access_token: `${clientId}|${clientSecret}`,
    })
    const { data } = await askForJson(url, {}, DebugAnswer)
    if (!data.is_valid || !data.user_id) throw new IdentityNotProven('Facebook does not know the token')
    if (data.app_id !== clientId) throw new IdentityNotProven('The Facebook token is for another app')
    if (data.expires_at !== 0 && data.expires_at * SECOND_MS <= clock.now())
      throw new IdentityNotProven('The Facebook token has expired')
    return data.user_id
  }

  function profileOf(accessToken: string): Promise<z.infer<typeof Profile>> {
    const url = addressOf(config.profileUrl, {
      fields: 'id,name,email',
      access_token: accessToken,
      appsecret_proof: createHmac('sha256', clientSecret).update(accessToken).digest('hex'),
    })
    return askForJson(url, {}, Profile)
  }
}

/** Some of these hold secrets, for Facebook takes them in no other way: they are written down nowhere. */
function addressOf(endpoint: string, parameters: Record<string, string>): URL {
  const url = new URL(endpoint)
  url.search = new URLSearchParams(parameters).toString()
  return url
}
