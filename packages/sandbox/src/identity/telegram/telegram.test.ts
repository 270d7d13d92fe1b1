import { createHash, createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { sharedTest } from '../../../test/fixtures.ts'
import { basic, CALLBACK, newChallenge, oauthClient } from '../../../test/oauth-client.ts'

const KEYS = '/telegram/.well-known/jwks.json'

const ORIGIN = new URL(CALLBACK).origin

const asking = {
  client_id: '7000000001',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid profile',
  state: 'a-state',
  nonce: 'a-nonce',
}

const client = basic('7000000001', 'sandbox_telegram_secret')

/** The widget page's check: every field but the hash, sorted, keyed by the bot token's hash. */
function isGenuine({ hash, ...fields }: Record<string, string | number>): boolean {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
  const key = createHash('sha256').update('7000000001:sandbox_bot_token').digest()
  return createHmac('sha256', key).update(text.join('\n')).digest('hex') === hash
}

const test = sharedTest.extend('telegram', ({ environment }) => {
  const app = oauthClient(environment.sandbox.url)
  const approve = (persona: string, more = {}) =>
    app.follow('/telegram/auth', { ...asking, ...more, persona })
  const exchange = (fields: Record<string, string>, headers = client) =>
    app.post(
      '/telegram/token',
      { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...fields },
      headers,
    )
  async function logIn(persona: string, more = {}) {
    const { code = '' } = await approve(persona, more)
    const { body } = await exchange({ code })
    return body.id_token && app.claims(body.id_token, KEYS)
  }
  return { app, approve, exchange, logIn }
})

test('the widget signs the user data with the bot token and omits unknown fields', async ({
  telegram: { app },
}) => {
  const { userData: anna } = await app.issueTokens({ provider: 'telegram', persona: 'anna' })
  expect(Object.keys(anna)).toEqual([
    'id',
    'first_name',
    'last_name',
    'username',
    'photo_url',
    'auth_date',
    'hash',
  ])
  expect(isGenuine(anna)).toBe(true)
  const { userData: boris } = await app.issueTokens({
    provider: 'telegram',
    persona: 'boris',
    issuedAt: 1000,
  })
  expect(Object.keys(boris)).toEqual(['id', 'first_name', 'auth_date', 'hash'])
  expect(boris.auth_date).toBe(1000)
  expect(isGenuine(boris)).toBe(true)
  const { userData: forged } = await app.issueTokens({
    provider: 'telegram',
    persona: 'anna',
    badSignature: true,
  })
  expect(isGenuine(forged)).toBe(false)
})

test('a top-level login returns the signed user data in the fragment', async ({ telegram: { app } }) => {
  const login = { bot_id: '7000000001', origin: ORIGIN, return_to: CALLBACK, request_access: 'write' }
  const result = async (persona: string) => {
    const { to, hash } = await app.follow('/telegram/auth', { ...login, persona })
    expect(to).toBe(CALLBACK)
    const [name, value = ''] = hash.slice(1).split('=')
    expect(name).toBe('tgAuthResult')
    return JSON.parse(Buffer.from(value, 'base64url').toString())
  }
  const clara = await result('clara')
  expect(clara).toMatchObject({ first_name: 'Клара', last_name: 'Щукина' })
  expect(isGenuine(clara)).toBe(true)
  expect(await result('deny')).toBe(false)
  await app.injectFault('telegram', 'bad-signature')
  expect(isGenuine(await result('clara'))).toBe(false)
  await app.injectFault('telegram', 'expired')
  expect((await result('clara')).auth_date).toBeLessThan(Date.now() / 1000 - 86_400)
  const wrong = [
    { bot_id: '1' },
    { origin: 'http://elsewhere.example' },
    { return_to: 'https://elsewhere.example/' },
  ]
  for (const fields of wrong) {
    const { status } = await app.get('/telegram/auth', { ...login, persona: 'anna', ...fields })
    expect(status, JSON.stringify(fields)).toBe(400)
  }
})

test('the ID token has the Telegram id beside a client-scoped subject, and no nonce', async ({
  telegram: { app, approve, exchange },
  environment,
}) => {
  const { verifier, challenge } = newChallenge()
  const back = await approve('anna', { code_challenge: challenge, code_challenge_method: 'S256' })
  expect(back).toMatchObject({ to: CALLBACK, state: 'a-state' })
  const { body } = await exchange({ code: back.code ?? '', code_verifier: verifier })
  expect(body).toMatchObject({ token_type: 'Bearer' })
  const claims = await app.claims(body.id_token, KEYS)
  const { userData } = await app.issueTokens({ provider: 'telegram', persona: 'anna' })
  expect(claims).toMatchObject({
    iss: `${environment.sandbox.url}/telegram`,
    aud: '7000000001',
    id: userData.id,
    name: 'Anna Petrova',
    preferred_username: 'anna_petrova',
  })
  expect(claims?.sub).not.toBe(String(userData.id))
  expect(claims).not.toHaveProperty('nonce')
})

test('scopes limit the claims', async ({ telegram: { logIn } }) => {
  expect(await logIn('anna', { scope: 'openid' })).not.toHaveProperty('id')
  expect(await logIn('anna', { scope: 'openid phone' })).toMatchObject({ phone_number: '79990000001' })
  expect(await logIn('boris', { scope: 'openid profile phone' })).not.toHaveProperty('phone_number')
})

test('a code works once, with its verifier, and the client must use the Basic header', async ({
  telegram: { app, approve, exchange },
}) => {
  const { code = '' } = await approve('anna')
  const inForm = { code, client_id: '7000000001', client_secret: 'sandbox_telegram_secret' }
  expect(await app.post('/telegram/token', { grant_type: 'authorization_code', ...inForm })).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
  expect((await exchange({ code }, basic('7000000001', 'wrong'))).status).toBe(401)
  expect((await exchange({ code })).status).toBe(200)
  expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const { challenge } = newChallenge()
  const guarded = await approve('anna', { code_challenge: challenge, code_challenge_method: 'S256' })
  const wrong = await exchange({ code: guarded.code ?? '', code_verifier: newChallenge().verifier })
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a denial redirects to the app, and an untrusted request does not', async ({
  telegram: { app, approve },
}) => {
  expect(await approve('deny')).toMatchObject({ to: CALLBACK, error: 'access_denied', state: 'a-state' })
  const wrong = [
    { client_id: '7000000999' },
    { redirect_uri: 'http://elsewhere.example/' },
    { response_type: 'token' },
    { scope: 'profile' },
  ]
  for (const fields of wrong) {
    const { status } = await app.get('/telegram/auth', { ...asking, ...fields, persona: 'anna' })
    expect(status, JSON.stringify(fields)).toBe(400)
  }
})

test('each injected fault happens once', async ({ telegram: { app, approve, logIn } }) => {
  await app.injectFault('telegram', 'echo-nonce')
  expect(await logIn('anna')).toMatchObject({ nonce: 'a-nonce' })
  await app.injectFault('telegram', 'numeric-audience')
  expect(await logIn('anna')).toMatchObject({ aud: 7_000_000_001 })
  await app.injectFault('telegram', 'wrong-audience')
  expect(await logIn('anna')).toMatchObject({ aud: '7000000999' })
  await app.injectFault('telegram', 'bad-signature')
  expect(await logIn('anna')).toBeUndefined()
  await app.injectFault('telegram', 'expired')
  expect((await logIn('anna'))?.exp).toBeLessThan(Date.now() / 1000)
  await app.injectFault('telegram', 'wrong-nonce')
  expect(await logIn('anna')).toMatchObject({ nonce: expect.not.stringMatching(/^a-nonce$/) })
  await app.injectFault('telegram', 'reused-code')
  expect(await logIn('anna')).toBeUndefined()
  await app.injectFault('telegram', 'wrong-state')
  expect((await approve('anna')).state).not.toBe('a-state')
})
