import { createPublicKey } from 'node:crypto'
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { createLoginTokens } from '../../../../src/accounts/login-sessions/login-tokens.ts'
import { DAY_MS } from '../../../../src/platform/clock.ts'
import { openSigningKeys } from '../../../../src/platform/keys/signing-keys.ts'
import { newestCode } from '../../../support/registration.ts'
import type { Player, TestHub } from '../../../support/test-hub.ts'
import { type Outcome, type SecurityCase, securityCaseAfter, toOutcome } from '../security-case.ts'

const unauthorized: Outcome = [401, 'UNAUTHORIZED']
const newPassword = 'Another2031'

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

/** A token that was valid and in use until it was revoked. */
const ended = (after: string, end: (hub: TestHub, player: Player) => Promise<unknown>): SecurityCase =>
  securityCaseAfter(`a token is refused after ${after}`, unauthorized, async (hub) => {
    const player = await hub.logIn()
    await hub.callOk('GET /me', { as: player })
    await end(hub, player)
    return { attack: () => show(hub, player.jwt), secrets: [player.jwt] }
  })

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
  forge: (parts: Parts, hub: TestHub, player: Player) => Promise<string> | string,
): SecurityCase =>
  securityCaseAfter(name, unauthorized, async (hub) => {
    const player = await hub.logIn()
    const jwt = await forge(parseParts(player), hub, player)
    return { attack: () => show(hub, jwt), secrets: [jwt] }
  })

/** The public key for login tokens, as an attacker might know it. */
const readPublicKey = async ({ context }: TestHub) =>
  (await (await openSigningKeys(context, 'login-token-key')).current()).publicJwk

const signedWith = ({ claims, header }: Parts, secret: string) =>
  new SignJWT(claims).setProtectedHeader({ ...header, alg: 'HS256' }).sign(new TextEncoder().encode(secret))

export const loginTokens = [
  ended('signing out', (hub, player) => hub.callOk('POST /auth/logout', { as: player })),
  ended('another device revoked it', async (hub, player) => {
    const here = await hub.logIn(player.email)
    const { data } = await hub.callOk('GET /me/login-sessions', { as: player })
    const id = data.result.find(({ isCurrent }) => isCurrent)?.id ?? ''
    await hub.callOk('POST /me/login-sessions/{id}/revoke', { as: here, params: { id } })
  }),
  ended('signing out everywhere', async (hub, player) =>
    hub.callOk('POST /me/login-sessions/revoke-all', { as: await hub.logIn(player.email) }),
  ),
  ended('a password change on another device', async (hub, player) =>
    hub.callOk('POST /me/password', {
      as: await hub.logIn(player.email),
      body: { currentPassword: player.password, password: newPassword },
    }),
  ),
  ended('a password recovery', async (hub, { email }) => {
    await hub.callOk('POST /auth/recovery-password', { body: { email } })
    const code = await newestCode(hub, email)
    const { resetTicket } = await hub.callOk('POST /auth/send-recovery-password-code', {
      body: { email, code },
    })
    await hub.callOk('POST /auth/activate-new-password', {
      body: { email, password: newPassword, resetTicket },
    })
  }),

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
  forged('a game token is refused as a login token', async (_parts, hub, player) => {
    const { data } = await hub.callOk('POST /play/token', { as: player, body: { project: 'islandm3' } })
    return data.result.token
  }),
  forged(
    'a token of another hub is refused, even if signed with our key',
    async ({ claims }, { context, clock }) => {
      const elsewhere = await createLoginTokens(context.db, clock, 'https://elsewhere.example')
      const session = await context.db
        .selectFrom('loginSessions')
        .selectAll()
        .where('id', '=', String(claims.sid))
        .executeTakeFirstOrThrow()
      return elsewhere.sign(session)
    },
  ),

  // These advance the clock.
  ended('thirty days', async (hub) => hub.clock.advance(30 * DAY_MS)),
  ended('the account was erased', async (hub, player) => {
    await hub.callOk('POST /me/deletion', { as: player })
    hub.clock.advance(14 * DAY_MS)
    await hub.runDueJobs()
  }),
]
