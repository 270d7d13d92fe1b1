import { issueTokens } from '../../../support/accounts/sandbox-identity.ts'
import type { TestHub } from '../../../support/test-hub.ts'
import { type Outcome, securityCase, securityCaseAfter, toOutcome } from '../security-case.ts'

type TokenOptions = Partial<Parameters<typeof issueTokens>[1]>

const notVerified: Outcome = [401, 'IDENTITY_NOT_PROVEN']
/** Facebook user ids are not secret. */
const annasProfile = { id: '10000000000000001', name: 'Anna Petrova' }

async function facebook(hub: TestHub, accessToken?: string): Promise<Outcome> {
  return toOutcome(
    await hub.call('POST /auth/facebook-login', { body: { profile: annasProfile, accessToken } }),
  )
}

const facebookWith = (name: string, options: TokenOptions) =>
  securityCaseAfter(name, notVerified, async (hub) => {
    const { accessToken } = await issueTokens(hub, { provider: 'facebook', persona: 'anna', ...options })
    return { attack: () => facebook(hub, accessToken), secrets: [accessToken] }
  })

/** Returns the logged-in player's authorization header. */
async function loginByFacebook(hub: TestHub, persona: string, profile: Record<string, unknown> = {}) {
  const { accessToken } = await issueTokens(hub, { provider: 'facebook', persona })
  const { data } = await hub.callOk('POST /auth/facebook-login', { body: { profile, accessToken } })
  return { authorization: `Bearer ${data.result.jwt}` }
}

async function telegram(hub: TestHub, userData: Record<string, unknown>): Promise<Outcome> {
  return toOutcome(await hub.call('POST /auth/telegram-login', { body: { userData } }))
}

const telegramWith = (
  name: string,
  options: (nowS: number) => TokenOptions,
  change: (userData: Record<string, unknown>) => Record<string, unknown> = (userData) => userData,
) =>
  securityCaseAfter(name, notVerified, async (hub) => {
    const nowS = Math.floor(hub.clock.now() / 1000)
    const { userData } = await issueTokens(hub, { provider: 'telegram', persona: 'anna', ...options(nowS) })
    return { attack: () => telegram(hub, change(userData)), secrets: [String(userData.hash)] }
  })

async function google(hub: TestHub, accessToken: string): Promise<Outcome> {
  return toOutcome(await hub.call('POST /auth/google-login-native', { body: { accessToken } }))
}

const googleWith = (name: string, options: TokenOptions) =>
  securityCaseAfter(name, notVerified, async (hub) => {
    const { accessToken } = await issueTokens(hub, { provider: 'google', persona: 'anna', ...options })
    return { attack: () => google(hub, accessToken), secrets: [accessToken] }
  })

async function apple(hub: TestHub, idToken: string): Promise<Outcome> {
  return toOutcome(await hub.call('POST /auth/apple-login', { body: { idToken, name: 'Anna' } }))
}

const appleWith = (name: string, options: (nowS: number) => TokenOptions) =>
  securityCaseAfter(name, notVerified, async (hub) => {
    const nowS = Math.floor(hub.clock.now() / 1000)
    const app = { provider: 'apple', persona: 'anna', audience: 'example.playhub.app' } as const
    const { idToken } = await issueTokens(hub, { ...app, ...options(nowS) })
    return { attack: () => apple(hub, idToken), secrets: [idToken] }
  })

export const providerProofs = [
  securityCase('a Facebook profile without a token is refused', notVerified, (hub) => facebook(hub)),
  securityCase('a Facebook profile with an invented token is refused', notVerified, (hub) =>
    facebook(hub, 'EAAinvented'),
  ),
  securityCase('a Facebook user id is refused as a token', notVerified, (hub) =>
    facebook(hub, annasProfile.id),
  ),
  facebookWith('a Facebook token of another app is refused', { audience: '260000000000999' }),
  facebookWith('an expired Facebook token is refused', { expired: true }),
  securityCaseAfter(
    'a Facebook token of Boris with the profile of Anna signs in Boris, who cannot change anything of hers',
    [404, 'LOGIN_SESSION_NOT_FOUND'],
    async (hub) => {
      const anna = await loginByFacebook(hub, 'anna')
      const [{ id = '' } = {}] = (await hub.callOk('GET /me/login-sessions', { headers: anna })).data.result
      const { subject } = await hub.context.db
        .selectFrom('identities')
        .select('subject')
        .where('provider', '=', 'facebook')
        .executeTakeFirstOrThrow()
      const boris = await loginByFacebook(hub, 'boris', { ...annasProfile, id: subject })
      return {
        attack: async () =>
          toOutcome(
            await hub.call('POST /me/login-sessions/{id}/revoke', { params: { id }, headers: boris }),
          ),
      }
    },
  ),

  telegramWith(
    'Telegram widget data without a hash is refused',
    () => ({}),
    ({ hash: _, ...bare }) => bare,
  ),
  telegramWith(
    'Telegram widget data with a wrong hash is refused',
    () => ({}),
    (userData) => ({
      ...userData,
      hash: '0'.repeat(64),
    }),
  ),
  telegramWith("a hash made with another bot's token is refused", () => ({ badSignature: true })),
  telegramWith(
    'a hash for Anna does not match another id',
    () => ({}),
    (userData) => ({ ...userData, id: 1 }),
  ),
  telegramWith('Telegram widget data is valid for five minutes', (nowS) => ({ issuedAt: nowS - 301 })),
  telegramWith('Telegram widget data from the future is refused', (nowS) => ({ issuedAt: nowS + 310 })),
  securityCaseAfter('Telegram widget data works once', notVerified, async (hub) => {
    const { userData } = await issueTokens(hub, { provider: 'telegram', persona: 'anna' })
    await hub.callOk('POST /auth/telegram-login', { body: { userData } })
    return { attack: () => telegram(hub, userData), secrets: [String(userData.hash)] }
  }),

  googleWith('a Google token of another app is refused', { audience: 'foreign-google.apps' }),
  googleWith('an expired Google token is refused', { expired: true }),
  securityCaseAfter('an ID token of Google is refused as an access token', notVerified, async (hub) => {
    const { idToken } = await issueTokens(hub, { provider: 'google', persona: 'anna' })
    return { attack: () => google(hub, idToken), secrets: [idToken] }
  }),

  appleWith('an expired Apple token is refused', () => ({ expired: true })),
  appleWith('an Apple token issued an hour ago is refused', (nowS) => ({ issuedAt: nowS - 3600 })),
  appleWith('an Apple token for another app is refused', () => ({ audience: 'example.other.app' })),
  appleWith('an Apple token with a bad signature is refused', () => ({ badSignature: true })),
  securityCaseAfter('an Apple token works once', notVerified, async (hub) => {
    const { idToken } = await issueTokens(hub, {
      provider: 'apple',
      persona: 'anna',
      audience: 'example.playhub.app',
    })
    await hub.callOk('POST /auth/apple-login', { body: { idToken } })
    return { attack: () => apple(hub, idToken), secrets: [idToken] }
  }),
]
