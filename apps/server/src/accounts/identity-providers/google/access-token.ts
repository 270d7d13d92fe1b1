import * as z from 'zod'
import type { GoogleConfig } from '../config.ts'
import { IdentityNotProven, type ProvenIdentity } from '../provider.ts'
import { askForJson, Subject } from '../provider-fetch.ts'
import { GooglePerson, identityOf } from './profile.ts'

/** Google writes numbers as text here. */
const TokenInfo = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  sub: Subject,
  expires_in: z.coerce.number(),
})

/**
 * Whom an access token from an app of ours stands for. A token of any other app would open the userinfo just as well:
 * what counts is whom it was made for.
 * @throws IdentityNotProven or ProviderUnavailable
 * @see https://developers.google.com/identity/sign-in/android/backend-auth
 */
export async function proveGoogleToken(config: GoogleConfig, accessToken: string): Promise<ProvenIdentity> {
  if (!/^[\x21-\x7e]+$/.test(accessToken)) throw new IdentityNotProven('That is no access token')
  // In a header, so that it stands in no address.
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
  const token = await askForJson(config.tokeninfoUrl, { method: 'POST', headers }, TokenInfo)
  const ours = [config.clientId, ...config.nativeClientIds]
  if (!ours.includes(token.aud) || !ours.includes(token.azp ?? token.aud)) {
    throw new IdentityNotProven('The access token is for another app')
  }
  if (!(token.expires_in > 0)) throw new IdentityNotProven('The access token has run out')
  const person = await askForJson(config.userinfoUrl, { headers }, GooglePerson)
  if (person.sub !== token.sub) throw new IdentityNotProven('The token and the profile tell two persons')
  return identityOf(person)
}
