/** Checks the emulators' ID tokens and keys with `jose` alone: whatever it accepts, every client accepts. */
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { describe, expect } from 'vitest'
import * as z from 'zod'
import { issueTokens } from '../support/accounts/sandbox-identity.ts'
import { test } from '../support/hub-test.ts'

const providers = [
  { provider: 'google', audience: 'sandbox-google-web.apps' },
  { provider: 'apple', audience: 'example.playhub.web' },
  { provider: 'telegram', audience: '7000000001' },
] as const

/** @see RFC 7517 and RFC 7518, section 6.3.1 */
const PublicKey = z.strictObject({
  kty: z.literal('RSA'),
  kid: z.string(),
  use: z.literal('sig'),
  alg: z.literal('RS256'),
  n: z.base64url(),
  e: z.base64url(),
})

describe.for(providers)('$provider', ({ provider, audience }) => {
  test('signs ID tokens that its published keys verify', async ({ hub }) => {
    const { issuer, jwksUrl } = hub.context.config.identity[provider] ?? expect.unreachable()
    const { idToken } = await issueTokens(hub, { provider, persona: 'anna', nonce: 'n-1' })
    const keys = createRemoteJWKSet(new URL(jwksUrl))
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      issuer,
      audience,
      algorithms: ['RS256'],
      requiredClaims: ['sub', 'iat', 'exp'],
    })
    expect(protectedHeader.kid).toEqual(expect.any(String))
    expect(payload.sub).toEqual(expect.any(String))
    const published = await (await fetch(jwksUrl)).json()
    expect(z.strictObject({ keys: z.array(PublicKey) }).safeParse(published).error).toBeUndefined()
  })

  test('signs forged tokens with a key that it does not publish', async ({ hub }) => {
    const { jwksUrl } = hub.context.config.identity[provider] ?? expect.unreachable()
    const { idToken } = await issueTokens(hub, { provider, persona: 'anna', badSignature: true })
    await expect(jwtVerify(idToken, createRemoteJWKSet(new URL(jwksUrl)))).rejects.toThrow()
  })
})
