import { createHmac } from 'node:crypto'
import type { InterfaceLanguage } from '@playhub/contract'
import * as z from 'zod'
import { type Clock, SECOND_MS } from '../../../../platform/clock.ts'
import {
  IdentityNotVerified,
  type IdentityProvider,
  requireCode,
  type VerifiedIdentity,
} from '../provider.ts'
import { fetchProviderJson, Subject, withQuery } from '../provider-fetch.ts'
import type { FacebookConfig } from '../provider-settings.ts'

export type Facebook = IdentityProvider & {
  /**
   * Verifies with Facebook that the token is valid and ours.
   * @throws IdentityNotVerified or ProviderUnavailable
   */
  readAccessToken(accessToken: string): Promise<VerifiedIdentity>
}

const locales: Record<InterfaceLanguage, string> = {
  ru: 'ru_RU',
  en: 'en_US',
  de: 'de_DE',
  es: 'es_ES',
  fr: 'fr_FR',
  it: 'it_IT',
  ja: 'ja_JP',
  ko: 'ko_KR',
  pt: 'pt_BR',
  zh: 'zh_CN',
}

/** The token becomes part of a URL. */
const tokenPattern = /^[\x21-\x7e]{1,4096}$/

const TokenResponse = z.object({ access_token: z.string() })
const DebugResponse = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    user_id: Subject.optional(),
    /** Unix time in seconds; 0 means never. */
    expires_at: z.number().default(0),
  }),
})
const Profile = z.object({ id: Subject, name: z.string().nullish(), email: z.string().nullish() })

/** @see https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export function createFacebook(config: FacebookConfig, clock: Clock): Facebook {
  const { clientId, clientSecret } = config

  return {
    method: 'facebook',

    startLogin({ state, redirectUri }, language) {
      return withQuery(config.authorizationUrl, {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'public_profile,email',
        state,
        locale: locales[language],
      })
    },

    async finishLogin(parameters, { redirectUri }) {
      const body = new URLSearchParams({
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uri: redirectUri,
        code: requireCode(parameters),
      })
      const { access_token } = await fetchProviderJson(
        config.tokenUrl,
        { method: 'POST', body },
        TokenResponse,
      )
      return readAccessToken(access_token)
    },

    readAccessToken,
  }

  async function readAccessToken(accessToken: string): Promise<VerifiedIdentity> {
    if (!tokenPattern.test(accessToken)) throw new IdentityNotVerified('Not a Facebook token')
    const userId = await fetchOwner(accessToken)
    const { id, name = null, email = null } = await fetchProfile(accessToken)
    if (id !== userId) throw new IdentityNotVerified('Facebook returned two different users for one token')
    // Facebook does not say whether the email is verified.
    return { method: 'facebook', subject: id, name, email: null, label: email ?? name }
  }

  async function fetchOwner(accessToken: string): Promise<string> {
    // Facebook requires secrets in its URLs: never log them.
    const url = withQuery(config.debugTokenUrl, {
      input_token: accessToken,
      access_token: `${clientId}|${clientSecret}`,
    })
    const { data } = await fetchProviderJson(url, {}, DebugResponse)
    if (!data.is_valid || !data.user_id)
      throw new IdentityNotVerified('Facebook does not recognise the token')
    if (data.app_id !== clientId) throw new IdentityNotVerified('The Facebook token is for another app')
    if (data.expires_at !== 0 && data.expires_at * SECOND_MS <= clock.now())
      throw new IdentityNotVerified('The Facebook token has expired')
    return data.user_id
  }

  function fetchProfile(accessToken: string): Promise<z.infer<typeof Profile>> {
    const url = withQuery(config.profileUrl, {
      fields: 'id,name,email',
      access_token: accessToken,
      appsecret_proof: createHmac('sha256', clientSecret).update(accessToken).digest('hex'),
    })
    return fetchProviderJson(url, {}, Profile)
  }
}
