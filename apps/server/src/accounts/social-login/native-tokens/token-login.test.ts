import { createHash, randomUUID } from 'node:crypto'
import type { RouteKey } from '@playhub/contract'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { injectEndpointFault, issueTokens } from '../../../../test/support/accounts/sandbox-identity.ts'
import { toOutcome } from '../../../../test/support/registration.ts'
import { startTestHub, type TestHub } from '../../../../test/support/test-hub.ts'

type DirectCall = Extract<
  RouteKey,
  'POST /auth/apple-login' | 'POST /auth/telegram-login' | 'POST /auth/facebook-login'
>

/** The sandbox's signed tokens contain the real time, so the hub starts with it. */
const startHub = (env: Record<string, string> = {}) => startTestHub({ now: new Date().toISOString(), env })

/** The rows of a login. */
async function rows({ context: { db } }: TestHub): Promise<number[]> {
  const tables = ['accounts', 'identities', 'loginSessions', 'usedProofs'] as const
  const counts: number[] = []
  for (const table of tables) counts.push((await db.selectFrom(table).selectAll().execute()).length)
  return counts
}

/** Sends each body and expects the refusal and unchanged rows. */
async function expectRefused(
  hub: TestHub,
  key: DirectCall,
  attacks: Record<string, unknown>,
  code = 'IDENTITY_NOT_PROVEN',
): Promise<void> {
  const before = await rows(hub)
  for (const [attack, body] of Object.entries(attacks)) {
    const response = await hub.call(key, { body: body as never })
    expect(toOutcome(response), attack).toBe(code)
  }
  expect(await rows(hub)).toEqual(before)
}

async function listIdentities({ context: { db } }: TestHub, playerId: string) {
  return db
    .selectFrom('identities')
    .select(['provider', 'subject', 'label'])
    .where('accountId', '=', playerId)
    .execute()
}

describe('Apple', () => {
  const apple = (persona: string, more: Partial<Parameters<typeof issueTokens>[1]> = {}) =>
    ({ provider: 'apple', persona, audience: 'example.playhub.app', ...more }) as const

  test('an ID token from our app signs a player in, and again into the same account', async () => {
    const hub = await startHub()
    const { idToken } = await issueTokens(hub, apple('anna'))
    const first = await hub.callOk('POST /auth/apple-login', { body: { idToken, name: 'Anna P.' } })
    expect(first.data.result).toMatchObject({ nickName: 'Anna P.', currentAuthType: 'apple' })
    const later = await issueTokens(hub, apple('anna', { audience: 'example.playhub.web' }))
    const again = await hub.callOk('POST /auth/apple-login', { body: { idToken: later.idToken } })
    expect(again.data.result).toMatchObject({ userId: first.data.result.userId, nickName: 'Anna P.' })
    const { userId } = first.data.result
    expect(await listIdentities(hub, userId)).toMatchObject([
      { provider: 'apple', label: 'anna@sandbox.example' },
    ])
    expect((await hub.context.accounts.findAccount(userId))?.email).toBe('anna@sandbox.example')
    expect(hub.logs()).not.toContain(idToken)
    expect(hub.logs()).not.toContain('anna@sandbox.example')
  })

  test('a token works once, in any encoding of its signature and with concurrent requests', async () => {
    const hub = await startHub()
    const { idToken } = await issueTokens(hub, apple('anna'))
    const race = await Promise.all(
      Array.from({ length: 5 }, () => hub.call('POST /auth/apple-login', { body: { idToken } })),
    )
    expect(race.map(toOutcome).toSorted()).toEqual([...Array(4).fill('IDENTITY_NOT_PROVEN'), 'ok'])
    await expectRefused(hub, 'POST /auth/apple-login', {
      'the same token': { idToken },
      'the same signature, its spare bits set': { idToken: withSpareBits(idToken) },
      'the same signature, padded': { idToken: `${idToken}==` },
    })
  })

  test('an invalid token is refused', async () => {
    const hub = await startHub()
    const nowS = Math.floor(hub.clock.now() / 1000)
    const { idToken } = await issueTokens(hub, apple('anna'))
    const [header = '', payload = '', signature = ''] = idToken.split('.')
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const part = (content: object) => Buffer.from(JSON.stringify(content)).toString('base64url')
    const kid = JSON.parse(Buffer.from(header, 'base64url').toString()).kid
    const keys = await fetch(`${hub.sandboxUrl}/apple/auth/keys`)
    const publicKey = new TextEncoder().encode(await keys.text())
    const minted = async (more: Partial<Parameters<typeof issueTokens>[1]>) => ({
      idToken: (await issueTokens(hub, apple('anna', more))).idToken,
    })
    await expectRefused(hub, 'POST /auth/apple-login', {
      expired: await minted({ expired: true }),
      'twelve minutes old': await minted({ issuedAt: nowS - 12 * 60 }),
      'from the future': await minted({ issuedAt: nowS + 3600 }),
      'for another app': await minted({ audience: 'example.other.app' }),
      'a wrong signature': await minted({ badSignature: true }),
      'another person under the signature': {
        idToken: `${header}.${part({ ...claims, sub: '000000.mallory.0000' })}.${signature}`,
      },
      'no signature': { idToken: `${header}.${payload}.` },
      'alg none': { idToken: `${part({ alg: 'none' })}.${payload}.` },
      'alg none, with the key named': { idToken: `${part({ alg: 'none', kid })}.${payload}.${signature}` },
      'HS256 with the public key': {
        idToken: await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid }).sign(publicKey),
      },
      'an unknown key id': { idToken: `${part({ alg: 'RS256', kid: 'nobody' })}.${payload}.${signature}` },
      'no key named': { idToken: `${part({ alg: 'RS256' })}.${payload}.${signature.slice(0, -4)}AAAA` },
      'no token at all': { idToken: 'x' },
      'a long line': { idToken: `${'x'.repeat(4000)}.${'y'.repeat(4000)}.z` },
      'an endless nest': {
        idToken: `${part({ alg: 'RS256', kid })}.${Buffer.from('['.repeat(3000)).toString('base64url')}.z`,
      },
      'characters outside ASCII': { idToken: 'ё.🎲.\u0000' },
      'a token of Telegram': {
        idToken: (await issueTokens(hub, { provider: 'telegram', persona: 'anna' })).idToken,
      },
      'a token of Google': {
        idToken: (await issueTokens(hub, { provider: 'google', persona: 'anna' })).idToken,
      },
    })
    expect(hub.logs()).not.toContain(signature)
    expect(hub.logs()).not.toContain(claims.sub)
  })

  test("another issuer is refused, even with Apple's keys", async () => {
    const hub = await startHub({ APPLE_ISSUER: 'https://account.apple.example' })
    await expectRefused(hub, 'POST /auth/apple-login', {
      'another issuer': { idToken: (await issueTokens(hub, apple('anna'))).idToken },
    })
  })

  test('a failure of Apple is reported as unavailability, and the token stays usable', async () => {
    const hub = await startHub()
    const { idToken } = await issueTokens(hub, apple('anna'))
    for (const kind of ['500', 'reset'] as const) {
      await injectEndpointFault(hub, 'apple:keys', kind)
      await expectRefused(
        hub,
        'POST /auth/apple-login',
        { [kind]: { idToken } },
        'SIGN_IN_PROVIDER_UNAVAILABLE',
      )
    }
    expect(toOutcome(await hub.call('POST /auth/apple-login', { body: { idToken } }))).toBe('ok')
  })
})

describe('Telegram', () => {
  const key = 'POST /auth/telegram-login'

  test('widget data signs a player in, and again into the same account', async () => {
    const hub = await startHub()
    const nowS = Math.floor(hub.clock.now() / 1000)
    const wish = { provider: 'telegram', persona: 'anna' } as const
    const { userData } = await issueTokens(hub, { ...wish, issuedAt: nowS })
    const first = await hub.callOk(key, { body: { userData } })
    expect(first.data.result).toMatchObject({ nickName: 'Anna Petrova', currentAuthType: 'telegram' })
    const later = await issueTokens(hub, { ...wish, issuedAt: nowS + 1 })
    const again = await hub.callOk(key, { body: { userData: later.userData } })
    expect(again.data.result.userId).toBe(first.data.result.userId)
    expect(await listIdentities(hub, first.data.result.userId)).toEqual([
      { provider: 'telegram', subject: String(userData.id), label: 'Anna Petrova' },
    ])
    expect(hub.logs()).not.toContain(String(userData.hash))
  })

  test('widget data works once, even with concurrent requests', async () => {
    const hub = await startHub()
    const { userData } = await issueTokens(hub, { provider: 'telegram', persona: 'anna' })
    const race = await Promise.all(Array.from({ length: 5 }, () => hub.call(key, { body: { userData } })))
    expect(race.map(toOutcome).toSorted()).toEqual([...Array(4).fill('IDENTITY_NOT_PROVEN'), 'ok'])
    const messages = Object.fromEntries(
      Object.entries(userData).map(([name, value]) => [name, String(value)]),
    )
    await expectRefused(hub, key, { 'the same': { userData }, 'the same as texts': { userData: messages } })
  })

  test('data that is unsigned or not recent is refused', async () => {
    const hub = await startHub()
    const nowS = Math.floor(hub.clock.now() / 1000)
    const wish = { provider: 'telegram', persona: 'boris' } as const
    const { userData } = await issueTokens(hub, wish)
    const { hash, ...bare } = userData
    await expectRefused(hub, key, {
      'no hash': { userData: bare },
      'a profile without a signature': { userData: { id: userData.id, first_name: 'Boris' } },
      'a wrong hash': { userData: { ...bare, hash: createHash('sha256').update('x').digest('hex') } },
      'the hash of another bot': {
        userData: (await issueTokens(hub, { ...wish, badSignature: true })).userData,
      },
      stale: { userData: (await issueTokens(hub, { ...wish, issuedAt: nowS - 302 })).userData },
      'two days old': { userData: (await issueTokens(hub, { ...wish, expired: true })).userData },
      'from the future': { userData: (await issueTokens(hub, { ...wish, issuedAt: nowS + 302 })).userData },
      'one more field': { userData: { ...userData, role: 'admin' } },
      'an empty last name': { userData: { ...userData, last_name: '' } },
      'another id': { userData: { ...userData, id: 1 } },
      'a list as id': { userData: { ...userData, id: [userData.id] } },
      'nothing as name': { userData: { ...userData, first_name: null } },
      'a thousand fields': {
        userData: {
          ...userData,
          ...Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`f${n}`, n])),
        },
      },
      'a long hash': { userData: { ...bare, hash: 'a'.repeat(50_000) } },
      nothing: { userData: {} },
    })
    expect(hub.logs()).not.toContain(String(hash))
  })
})

describe('Facebook', () => {
  const key = 'POST /auth/facebook-login'
  const somebodyElse = { id: '10000000000000001', name: 'Boss' }

  test('an access token signs a player in as its owner, whatever the profile claims', async () => {
    const hub = await startHub()
    const { accessToken } = await issueTokens(hub, { provider: 'facebook', persona: 'anna' })
    const first = await hub.callOk(key, { body: { profile: somebodyElse, accessToken } })
    expect(first.data.result).toMatchObject({ nickName: 'Anna Petrova', currentAuthType: 'facebook' })
    const inProfile = await hub.callOk(key, { body: { profile: { ...somebodyElse, accessToken } } })
    expect(inProfile.data.result.userId).toBe(first.data.result.userId)
    const [identity] = await listIdentities(hub, first.data.result.userId)
    expect(identity).toMatchObject({ provider: 'facebook', label: 'anna@sandbox.example' })
    expect(identity?.subject).not.toBe(somebodyElse.id)
    expect((await hub.context.accounts.findAccount(first.data.result.userId))?.email).toBeNull()
    expect(hub.logs()).not.toContain(accessToken)
    expect(hub.logs()).not.toContain('sandbox_facebook_secret')
  })

  test('a profile alone is refused, and so is a token for another app', async () => {
    const hub = await startHub()
    const wish = { provider: 'facebook', persona: 'anna' } as const
    const profile = somebodyElse
    await expectRefused(hub, key, {
      'a profile alone': { profile },
      'an empty token': { profile, accessToken: '' },
      'an invented token': { profile, accessToken: 'EAAS123' },
      'a user id': { profile, accessToken: profile.id },
      'a token for another app': {
        profile,
        accessToken: (await issueTokens(hub, { ...wish, audience: '260000000000999' })).accessToken,
      },
      'an old token': {
        profile,
        accessToken: (await issueTokens(hub, { ...wish, expired: true })).accessToken,
      },
      'the token of the app itself': { profile, accessToken: '260000000000001|sandbox_facebook_secret' },
      'a token with query parameters': { profile, accessToken: 'x&app_id=260000000000001&is_valid=true' },
      'characters outside ASCII': { profile, accessToken: 'ё🎲 \u0000' },
      'a long token': { profile, accessToken: '%'.repeat(8192) },
    })
    expect(hub.logs()).not.toContain('EAAS')
  })

  test('a failure of Facebook is reported as unavailability', async () => {
    const hub = await startHub()
    const { accessToken } = await issueTokens(hub, { provider: 'facebook', persona: 'anna' })
    const body = { profile: {}, accessToken }
    for (const target of ['facebook:debug_token', 'facebook:me']) {
      for (const kind of ['500', 'reset'] as const) {
        await injectEndpointFault(hub, target, kind)
        await expectRefused(hub, key, { [`${target} ${kind}`]: body }, 'SIGN_IN_PROVIDER_UNAVAILABLE')
      }
    }
    expect(hub.logs()).not.toContain(accessToken)
    expect(hub.logs()).not.toContain('sandbox_facebook_secret')
  })
})

describe('a name that comes with a later login', () => {
  const logIn = async (hub: TestHub, name?: string | null, language = 'en') => {
    const { idToken } = await issueTokens(hub, {
      provider: 'apple',
      persona: 'anna',
      audience: 'example.playhub.app',
      nonce: randomUUID(),
    })
    const body = { idToken, ...(name !== undefined && { name }) }
    const headers = { 'frontend-language': language }
    return (await hub.callOk('POST /auth/apple-login', { body, headers })).data.result
  }

  test('is taken by a player without one, whatever the language of the default', async () => {
    const hub = await startHub()
    expect((await logIn(hub, null, 'ru')).nickName).toBe('Игрок')
    expect((await logIn(hub, '\u3164\u200b')).nickName).toBe('Игрок')
    expect((await logIn(hub, 'Anna')).nickName).toBe('Anna')
    const { jwt, userId } = await logIn(hub, 'Mallory')
    const me = await hub.callOk('GET /me', { as: { jwt, userId, email: '', password: '' } })
    expect(me.data.result.nickName).toBe('Anna')
  })

  test('does not replace one that the player has chosen', async () => {
    const hub = await startHub()
    const { jwt, userId } = await logIn(hub)
    const as = { jwt, userId, email: '', password: '' }
    await hub.callOk('POST /me/names', { as, body: { firstName: 'Maria', lastName: 'Ivanova' } })
    expect((await logIn(hub, 'Anna')).nickName).toBe('Maria Ivanova')
  })
})

test('the same email address at three providers creates three accounts', async () => {
  const hub = await startHub()
  const byEmail = await hub.logIn('anna@sandbox.example')
  const { idToken } = await issueTokens(hub, { provider: 'apple', persona: 'anna' })
  const { accessToken } = await issueTokens(hub, { provider: 'facebook', persona: 'mallory' })
  const apple = await hub.callOk('POST /auth/apple-login', { body: { idToken } })
  const facebook = await hub.callOk('POST /auth/facebook-login', { body: { profile: {}, accessToken } })
  const ids = [byEmail.userId, apple.data.result.userId, facebook.data.result.userId]
  expect(new Set(ids).size).toBe(3)
})

test('a provider without keys is not offered', async () => {
  const hub = await startHub({ HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:25' })
  const notOffered = 'SIGN_IN_METHOD_NOT_OFFERED'
  await expectRefused(hub, 'POST /auth/apple-login', { apple: { idToken: 'x' } }, notOffered)
  await expectRefused(hub, 'POST /auth/telegram-login', { telegram: { userData: {} } }, notOffered)
  await expectRefused(hub, 'POST /auth/facebook-login', { facebook: { profile: {} } }, notOffered)
})

/** The last base64url character in a 256-byte value has four unused bits. */
function withSpareBits(token: string): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(token.at(-1) ?? '')
  return token.slice(0, -1) + alphabet[last ^ 1]
}
