import * as z from 'zod'
import type { ProvenIdentity } from '../provider.ts'
import { Subject } from '../provider-fetch.ts'

/** What an ID token and the userinfo endpoint tell alike. */
export const GooglePerson = z.object({
  sub: Subject,
  name: z.string().nullish(),
  email: z.string().nullish(),
  email_verified: z.union([z.boolean(), z.string()]).nullish(),
})

export function identityOf({
  sub,
  name,
  email,
  email_verified,
}: z.output<typeof GooglePerson>): ProvenIdentity {
  const isVerified = email_verified === true || email_verified === 'true'
  return {
    method: 'google',
    subject: sub,
    name: name ?? null,
    email: (isVerified && email) || null,
    label: email || name || null,
  }
}
