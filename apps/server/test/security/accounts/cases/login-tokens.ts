import { createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { openSigningKeys } from '../../../../src/platform/keys/signing-keys.ts'
import type { Player, TestHub } from '../../../support/test-hub.ts'
import { type Outcome, type SecurityCase, securityCaseAfter, toOutcome } from '../security-case.ts'

const unauthorized: Outcome = [401, 'UNAUTHORIZED']

/** Uses a token in an authenticated call and checks it. */
async function show(hub: TestHub, jwt: string): Promise<Outcome> {
  const { data } = await hub.callOk('GET /auth/check/{jwt}', { params: { jwt } })
  const named = await hub.call('POST /me/names', {
    headers: { authorization: `Bearer ${jwt}` },
    body: { firstName: 'Mallory', lastName: 'Impostor' },
  })
  if (data.result !== named.ok) throw new Error('The check and the call do not agree')
  return toOutcome(named)
}

type Parts = { header: { kid: string }; claims: Record<string, unknown>; raw: [string, string, string] }

function parseParts({ jwt }: Player): Parts {
  const raw = jwt.split('.') as Parts['raw']
  const [header, claims] = raw
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  return { header, claims, raw }
}

const base64 = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')

const forged = (
  name: string,
  forge: (parts: Parts, hub: TestHub) => Promise<string> | string,
): SecurityCase =>
  securityCaseAfter(name, unauthorized, async (hub) => {
    const jwt = await forge(parseParts(await hub.logIn()), hub)
    return { attack: () => show(hub, jwt), secrets: [jwt] }
  })

/** The public key for login tokens, as an attacker might know it. */
const readPublicKey = async ({ context }: TestHub) =>
  (await (await openSigningKeys(context, 'login-token-key')).current()).publicJwk

const signedWith = ({ claims, header }: Parts, secret: string) =>
  new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(new TextEncoder().encode(secret))

export const loginTokens = [
  forged('a token without an algorithm is refused', ({ claims }) => new UnsecuredJWT(claims).encode()),
  forged('a token with the algorithm none and the old signature is refused', ({ header, raw }) =>
    [base64({ ...header, alg: 'none' }), raw[1], raw[2]].join('.'),
  ),
  forged('a token without its signature is refused', ({ raw }) => `${raw[0]}.${raw[1]}.`),
  forged('a signature does not match the claims of another player', ({ claims, raw }) =>
    [raw[0], base64({ ...claims, sub: 'somebody-else' }), raw[2]].join('.'),
  ),
  forged('our public key as PEM is refused as an HMAC secret', async (parts, hub) =>
    signedWith(
      parts,
      createPublicKey({ key: await readPublicKey(hub), format: 'jwk' })
        .export({ type: 'spki', format: 'pem' })
        .toString(),
    ),
  ),
  forged('our public key as JWK is refused as an HMAC secret', async (parts, hub) =>
    signedWith(parts, JSON.stringify(await readPublicKey(hub))),
  ),
  forged('a token signed with another key is refused', async ({ claims, header }) => {
    const { privateKey } = await generateKeyPair('ES256')
    return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'ES256' }).sign(privateKey)
  }),
  forged('a key in the header of a token is ignored', async ({ claims, header }) => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const jwk = await exportJWK(publicKey)
    return new SignJWT(claims).setProtectedHeader({ ...header, alg: 'ES256', jwk }).sign(privateKey)
  }),
  forged('a token of three words that are no objects is refused', () => 'bnVsbA.bnVsbA.bnVsbA'),
]
