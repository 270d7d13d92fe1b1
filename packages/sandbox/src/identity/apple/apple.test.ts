import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { startEnvironment } from '../../../test/environment.ts'
import { isolatedTest } from '../../../test/fixtures.ts'
import { CALLBACK, oauthClient, parseFields } from '../../../test/oauth-client.ts'
import { APPLE_CLIENT_KEY_PEM } from '../constants.ts'

const AUTHORIZE = '/apple/auth/authorize'

const KEYS = '/apple/auth/keys'

const asking = {
  client_id: 'example.playhub.web',
  redirect_uri: CALLBACK,
  response_type: 'code',
  response_mode: 'form_post',
  scope: 'name email',
  state: 'a-state',
  nonce: 'a-nonce',
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

const ourKey = createPrivateKey(APPLE_CLIENT_KEY_PEM)

const test = isolatedTest.extend('apple', ({ environment }) => {
  const app = oauthClient(environment.sandbox.url)
  function clientSecret(claims: object = {}, header: object = {}, key: KeyObject = ourKey): string {
    const iat = Math.floor(Date.now() / 1000)
    const usual = {
      iss: 'SANDBOXTEAM',
      sub: 'example.playhub.web',
      aud: `${environment.sandbox.url}/apple`,
      iat,
      exp: iat + 300,
    }
    const content = `${encode({ alg: 'ES256', kid: 'SANDBOXKEY', ...header })}.${encode({ ...usual, ...claims })}`
    const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
    return `${content}.${signature.toString('base64url')}`
  }
  const exchange = (fields: Record<string, string>) =>
    app.post('/apple/auth/token', {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      client_id: 'example.playhub.web',
      client_secret: clientSecret(),
      ...fields,
    })
  async function approve(persona: string, more = {}): Promise<Record<string, string>> {
    const { status, text } = await app.get(AUTHORIZE, { ...asking, ...more, persona })
    expect(status, text).toBe(200)
    expect(text).toContain('action="http://localhost:3000/passport/callback"')
    return parseFields(text)
  }
  async function logIn(persona: string) {
    const { code } = await approve(persona)
    const { body } = await exchange({ code: code ?? '' })
    return app.claims(body.id_token, KEYS)
  }
  return { app, clientSecret, exchange, approve, logIn }
})

test('the app gets a form post, and the code is exchanged for a signed ID token with string flags', async ({
  apple: { app, exchange, approve },
  environment,
}) => {
  const { code, state, user } = await approve('anna')
  expect(state).toBe('a-state')
  expect(JSON.parse(user ?? '')).toEqual({
    name: { firstName: 'Anna', lastName: 'Petrova' },
    email: 'anna@sandbox.example',
  })
  const { status, body } = await exchange({ code: code ?? '' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 })
  const claims = await app.claims(body.id_token, KEYS)
  expect(claims).toMatchObject({
    iss: `${environment.sandbox.url}/apple`,
    aud: 'example.playhub.web',
    nonce: 'a-nonce',
    email: 'anna@sandbox.example',
    email_verified: 'true',
  })
  expect(claims).not.toHaveProperty('is_private_email')
})

test('the name is sent at the first consent only, until consents are cleared', async ({
  apple: { app, approve },
}) => {
  expect(await approve('oneil')).toHaveProperty('user')
  expect(await approve('oneil')).not.toHaveProperty('user')
  expect(await approve('clara')).toHaveProperty('user')
  await app.control('DELETE', 'identity/consents')
  const { user } = await approve('oneil')
  expect(JSON.parse(user ?? '').name).toEqual({ firstName: 'Zoë “Zed” 🎲', lastName: "O'Neil <b>& Sons</b>" })
})

test('a consent survives a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'))
  const first = await startEnvironment({ dataDir })
  const requested = { ...asking, persona: 'anna' }
  expect(parseFields((await oauthClient(first.sandbox.url).get(AUTHORIZE, requested)).text)).toHaveProperty(
    'user',
  )
  await first.close()
  const second = await startEnvironment({ dataDir })
  expect(
    parseFields((await oauthClient(second.sandbox.url).get(AUTHORIZE, requested)).text),
  ).not.toHaveProperty('user')
  await second.close()
  await rm(dataDir, { recursive: true })
})

test('a hidden email is a relay address, an unverified one is flagged, and some personas have none', async ({
  apple: { logIn },
}) => {
  expect(await logIn('dmitri')).toMatchObject({
    email: 'x7k2m9q4@relay.sandbox.example',
    email_verified: 'true',
    is_private_email: 'true',
  })
  expect(await logIn('clara')).toMatchObject({ email_verified: 'false' })
  expect(await logIn('boris')).not.toHaveProperty('email')
})

test("a client secret must be signed with the team's key, for this client and for Apple, and not be expired", async ({
  apple: { clientSecret, exchange, approve },
}) => {
  const nowS = Math.floor(Date.now() / 1000)
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const wrong = [
    'sandbox',
    '',
    'a.b.c',
    clientSecret({ iss: 'OTHERTEAM' }),
    clientSecret({ sub: 'example.other.app' }),
    clientSecret({ aud: 'https://appleid.apple.com' }),
    clientSecret({ exp: nowS - 1 }),
    clientSecret({ exp: nowS + 15_800_000 }),
    clientSecret({ iat: undefined }),
    clientSecret({}, { kid: 'OTHERKEY' }),
    clientSecret({}, { alg: 'none' }),
    clientSecret({}, {}, otherKey),
    clientSecret().slice(0, -4),
  ]
  const { code } = await approve('anna')
  for (const client_secret of wrong) {
    const response = await exchange({ code: code ?? '', client_secret })
    expect(response, client_secret).toMatchObject({ status: 400, body: { error: 'invalid_client' } })
  }
  expect((await exchange({ code: code ?? '' })).status).toBe(200)
})

test('a code works once, with its own redirect address', async ({ apple: { exchange, approve } }) => {
  const { code = '' } = await approve('anna')
  expect((await exchange({ code })).status).toBe(200)
  expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const { code: other = '' } = await approve('anna')
  const elsewhere = await exchange({ code: other, redirect_uri: `${CALLBACK}/other` })
  expect(elsewhere).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('scopes require a form post, and an ID token is never sent in a query', async ({
  apple: { app, approve },
}) => {
  const refused = [
    { response_mode: 'query' },
    { response_mode: 'fragment' },
    { response_mode: 'query', scope: '', response_type: 'code id_token' },
    { response_mode: 'other' },
    { response_type: 'id_token' },
    { scope: 'everything' },
    { client_id: 'example.playhub.app' },
    { redirect_uri: 'http://elsewhere.example/' },
  ]
  for (const fields of refused) {
    const { status } = await app.get(AUTHORIZE, { ...asking, persona: 'anna', ...fields })
    expect(status, JSON.stringify(fields)).toBe(400)
  }
  const { response_mode: _none, ...plain } = { ...asking, scope: '', persona: 'anna' }
  expect(await app.follow(AUTHORIZE, plain)).toMatchObject({ to: CALLBACK, state: 'a-state' })
  const { id_token: idToken = '' } = await approve('anna', { response_type: 'code id_token' })
  expect(await app.claims(idToken, KEYS)).toMatchObject({ nonce: 'a-nonce' })
})

test("a denial is posted too, with Apple's own error code", async ({ apple: { approve } }) => {
  expect(await approve('deny')).toEqual({ error: 'user_cancelled_authorize', state: 'a-state' })
})

test('a fault turns flags into booleans', async ({ apple: { app, logIn } }) => {
  await app.injectFault('apple', 'boolean-flags')
  expect(await logIn('dmitri')).toMatchObject({ email_verified: true, is_private_email: true })
})

test('the control API issues tokens for any audience, age and nonce', async ({ apple: { app } }) => {
  const native = { provider: 'apple', persona: 'anna', audience: 'example.playhub.app', nonce: 'hash' }
  const { idToken } = await app.issueTokens(native)
  const ours = await app.claims(idToken, KEYS)
  expect(ours).toMatchObject({ aud: 'example.playhub.app', nonce: 'hash' })
  const { idToken: foreign } = await app.issueTokens({
    ...native,
    audience: 'example.other.app',
    issuedAt: 1000,
  })
  expect(await app.claims(foreign, KEYS)).toMatchObject({
    aud: 'example.other.app',
    iat: 1000,
    sub: ours?.sub,
  })
  const { idToken: forged } = await app.issueTokens({ ...native, badSignature: true })
  expect(await app.claims(forged, KEYS)).toBeUndefined()
})

test("no route serves the client's private key", async ({ apple: { app } }) => {
  const { body } = await app.get(KEYS)
  expect(JSON.stringify(body)).not.toMatch(/"d":|"EC"|PRIVATE/)
})
