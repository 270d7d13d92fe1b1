import * as z from 'zod'
import { IdentityNotVerified, type VerifiedIdentity } from '../provider.ts'
import { fetchProviderJson, Subject } from '../provider-fetch.ts'
import type { GoogleConfig } from '../provider-settings.ts'

/** Google sends numbers as strings here. */
const TokenInfo = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  sub: Subject,
  expires_in: z.coerce.number(),
})

/** Claims shared by ID token and userinfo endpoint. */
export const GoogleProfile = z.object({
  sub: Subject,
  name: z.string().nullish(),
  email: z.string().nullish(),
  email_verified: z.union([z.boolean(), z.string()]).nullish(),
})

/**
 * Verifies an access token issued to our apps. The userinfo endpoint accepts any app's token, so the audience must be
 * checked.
 * @throws IdentityNotVerified or ProviderUnavailable
 * @see https://developers.google.com/identity/sign-in/android/backend-auth
 */
export async function verifyAccessToken(
  config: GoogleConfig,
  accessToken: string,
): Promise<VerifiedIdentity> {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) throw new IdentityNotVerified('Not an access token')
  // Sent in a header, to keep it out of the URL.
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
  const token = await fetchProviderJson(config.tokeninfoUrl, { method: 'POST', headers }, TokenInfo)
  const audiences = [config.clientId, ...config.nativeClientIds]
  if (!audiences.includes(token.aud) || !audiences.includes(token.azp ?? token.aud)) {
    throw new IdentityNotVerified('The access token is for another app')
  }
  if (!(token.expires_in > 0)) throw new IdentityNotVerified('The access token has expired')
  const profile = await fetchProviderJson(config.userinfoUrl, { headers }, GoogleProfile)
  if (profile.sub !== token.sub)
    throw new IdentityNotVerified('The token and the profile differ in the subject')
  return toIdentity(profile)
}

export function toIdentity({
  sub,
  name,
  email,
  email_verified,
}: z.output<typeof GoogleProfile>): VerifiedIdentity {
  const isVerified = email_verified === true || email_verified === 'true'
  return {
    method: 'google',
    subject: sub,
    name: name ?? null,
    email: (isVerified && email) || null,
    label: email || name || null,
  }
}
