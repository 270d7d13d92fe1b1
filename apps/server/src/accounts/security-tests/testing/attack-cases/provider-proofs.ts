import type { TestHub } from '../../../../testing/test-hub.ts'
import { mint } from '../../../testing/sandbox-identity.ts'
import { attack, attackAfter, type Outcome, outcomeOf } from '../attack.ts'

type Wish = Partial<Parameters<typeof mint>[1]>

const notProven: Outcome = [401, 'IDENTITY_NOT_PROVEN']
/** An id at Facebook is nobody's secret. */
const annasProfile = { id: '10000000000000001', name: 'Anna Petrova' }

async function facebook(hub: TestHub, accessToken?: string): Promise<Outcome> {
  return outcomeOf(
    await hub.call('POST /auth/facebook-login', { body: { profile: annasProfile, accessToken } }),
  )
}

const facebookWith = (name: string, wish: Wish) =>
  attackAfter(name, notProven, async (hub) => {
    const { accessToken } = await mint(hub, { provider: 'facebook', persona: 'anna', ...wish })
    return { strike: () => facebook(hub, accessToken), secrets: [accessToken] }
  })

/** Tells the header of who is signed in then. */
async function signInByFacebook(hub: TestHub, persona: string, profile: Record<string, unknown> = {}) {
  const { accessToken } = await mint(hub, { provider: 'facebook', persona })
  const { data } = await hub.callOk('POST /auth/facebook-login', { body: { profile, accessToken } })
  return { authorization: `Bearer ${data.result.jwt}` }
}

async function telegram(hub: TestHub, userData: Record<string, unknown>): Promise<Outcome> {
  return outcomeOf(await hub.call('POST /auth/telegram-login', { body: { userData } }))
}

const telegramWith = (
  name: string,
  wish: (nowS: number) => Wish,
  change: (userData: Record<string, unknown>) => Record<string, unknown> = (userData) => userData,
) =>
  attackAfter(name, notProven, async (hub) => {
    const nowS = Math.floor(hub.clock.now() / 1000)
    const { userData } = await mint(hub, { provider: 'telegram', persona: 'anna', ...wish(nowS) })
    return { strike: () => telegram(hub, change(userData)), secrets: [String(userData.hash)] }
  })

async function google(hub: TestHub, accessToken: string): Promise<Outcome> {
  return outcomeOf(await hub.call('POST /auth/google-login-native', { body: { accessToken } }))
}

const googleWith = (name: string, wish: Wish) =>
  attackAfter(name, notProven, async (hub) => {
    const { accessToken } = await mint(hub, { provider: 'google', persona: 'anna', ...wish })
    return { strike: () => google(hub, accessToken), secrets: [accessToken] }
  })

async function apple(hub: TestHub, idToken: string): Promise<Outcome> {
  return outcomeOf(await hub.call('POST /auth/apple-login', { body: { idToken, name: 'Anna' } }))
}

const appleWith = (name: string, wish: (nowS: number) => Wish) =>
  attackAfter(name, notProven, async (hub) => {
    const nowS = Math.floor(hub.clock.now() / 1000)
    const app = { provider: 'apple', persona: 'anna', audience: 'example.playhub.app' } as const
    const { idToken } = await mint(hub, { ...app, ...wish(nowS) })
    return { strike: () => apple(hub, idToken), secrets: [idToken] }
  })

export const providerProofs = [
  attack('a Facebook profile without a token is nobody', notProven, (hub) => facebook(hub)),
  attack('a Facebook profile with an invented token is nobody', notProven, (hub) =>
    facebook(hub, 'EAAinvented'),
  ),
  attack('the Facebook id of somebody is no token', notProven, (hub) => facebook(hub, annasProfile.id)),
  facebookWith('a Facebook token that another app got is nobody here', { audience: '260000000000999' }),
  facebookWith('a Facebook token that has run out is nobody', { expired: true }),
  attackAfter(
    'a Facebook token of Boris with the profile of Anna is Boris, who cannot touch what is hers',
    [404, 'LOGIN_SESSION_NOT_FOUND'],
    async (hub) => {
      const anna = await signInByFacebook(hub, 'anna')
      const [{ id = '' } = {}] = (await hub.callOk('GET /me/login-sessions', { headers: anna })).data.result
      const { subject } = await hub.context.db
        .selectFrom('identities')
        .select('subject')
        .where('provider', '=', 'facebook')
        .executeTakeFirstOrThrow()
      const boris = await signInByFacebook(hub, 'boris', { ...annasProfile, id: subject })
      return {
        strike: async () =>
          outcomeOf(
            await hub.call('POST /me/login-sessions/{id}/revoke', { params: { id }, headers: boris }),
          ),
      }
    },
  ),

  telegramWith(
    'data of the Telegram widget without a hash is nobody',
    () => ({}),
    ({ hash: _, ...bare }) => bare,
  ),
  telegramWith(
    'data of the Telegram widget with a wrong hash is nobody',
    () => ({}),
    (userData) => ({
      ...userData,
      hash: '0'.repeat(64),
    }),
  ),
  telegramWith('the hash of another bot signs nothing', () => ({ badSignature: true })),
  telegramWith(
    'a hash for Anna does not sign for somebody else',
    () => ({}),
    (userData) => ({ ...userData, id: 1 }),
  ),
  telegramWith('data of the Telegram widget holds for five minutes', (nowS) => ({ issuedAt: nowS - 301 })),
  telegramWith('data of the Telegram widget from the future is nobody', (nowS) => ({ issuedAt: nowS + 310 })),
  attackAfter('data of the Telegram widget serves once', notProven, async (hub) => {
    const { userData } = await mint(hub, { provider: 'telegram', persona: 'anna' })
    await hub.callOk('POST /auth/telegram-login', { body: { userData } })
    return { strike: () => telegram(hub, userData), secrets: [String(userData.hash)] }
  }),

  googleWith('a Google token that another app got is nobody here', { audience: 'foreign-google.apps' }),
  googleWith('a Google token that has run out is nobody', { expired: true }),
  attackAfter('an ID token of Google is no access token', notProven, async (hub) => {
    const { idToken } = await mint(hub, { provider: 'google', persona: 'anna' })
    return { strike: () => google(hub, idToken), secrets: [idToken] }
  }),

  appleWith('an Apple token that has run out is nobody', () => ({ expired: true })),
  appleWith('an Apple token of an hour ago is nobody', (nowS) => ({ issuedAt: nowS - 3600 })),
  appleWith('an Apple token for another app is nobody here', () => ({ audience: 'example.other.app' })),
  appleWith('an Apple token with a bad signature is nobody', () => ({ badSignature: true })),
  attackAfter('an Apple token serves once', notProven, async (hub) => {
    const { idToken } = await mint(hub, {
      provider: 'apple',
      persona: 'anna',
      audience: 'example.playhub.app',
    })
    await hub.callOk('POST /auth/apple-login', { body: { idToken } })
    return { strike: () => apple(hub, idToken), secrets: [idToken] }
  }),
]
