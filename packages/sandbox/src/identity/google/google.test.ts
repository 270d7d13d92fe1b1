import { expect } from 'vitest'
import { sharedTest } from '../../../test/fixtures.ts'
import { CALLBACK, newChallenge, oauthClient } from '../../../test/oauth-client.ts'

let now = Date.parse('2030-01-01T00:00:00Z')

const AUTHORIZE = '/google/o/oauth2/v2/auth'

const KEYS = '/google/oauth2/v3/certs'

const asking = {
  client_id: 'sandbox-google-web.apps',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid email profile',
  state: 'a-state',
  nonce: 'a-nonce',
}

const client = { client_id: 'sandbox-google-web.apps', client_secret: 'sandbox_google_secret' }

const test = sharedTest.extend('google', ({ environment }) => {
  const app = oauthClient(environment.sandbox.url)
  const exchange = (fields: Record<string, string>) =>
    app.post('/google/token', {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      ...client,
      ...fields,
    })
  async function fetchCode(persona: string, more = {}): Promise<string> {
    const { code } = await app.follow(AUTHORIZE, { ...asking, ...more, persona })
    return code ?? expect.unreachable('no code')
  }
  async function logIn(persona: string, more = {}) {
    const { status, body, text } = await exchange({ code: await fetchCode(persona, more) })
    expect(status, text).toBe(200)
    return { ...body, claims: await app.claims(body.id_token, KEYS) }
  }
  return { app, exchange, fetchCode, logIn }
})
test.override('options', { now: () => now })

test('the app gets a code and exchanges it for a signed ID token', async ({
  google: { app, exchange },
  environment,
}) => {
  const { verifier, challenge } = newChallenge()
  const back = await app.follow(AUTHORIZE, {
    ...asking,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    persona: 'anna',
  })
  expect(back).toMatchObject({ to: CALLBACK, state: 'a-state' })
  const { body } = await exchange({ code: back.code ?? '', code_verifier: verifier })
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3599 })
  const claims = await app.claims(body.id_token, KEYS)
  expect(claims).toMatchObject({
    iss: `${environment.sandbox.url}/google`,
    aud: 'sandbox-google-web.apps',
    azp: 'sandbox-google-web.apps',
    nonce: 'a-nonce',
    email: 'anna@sandbox.example',
    email_verified: true,
    name: 'Anna Petrova',
  })
  const { body: info } = await app.get(
    '/google/v1/userinfo',
    {},
    { authorization: `Bearer ${body.access_token}` },
  )
  expect(info).toMatchObject({ sub: claims?.sub, email: 'anna@sandbox.example', given_name: 'Anna' })
})

test('the client secret may be in the Basic header, and a wrong one is rejected', async ({
  google: { app, fetchCode },
}) => {
  const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code: await fetchCode('anna') }
  const header = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`sandbox-google-web.apps:${secret}`).toString('base64')}`,
  })
  expect(await app.post('/google/token', fields, header('wrong'))).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
  expect(await app.post('/google/token', fields, header('sandbox_google_secret'))).toMatchObject({
    status: 200,
  })
})

test('a code works once, for ten minutes, with its own redirect address', async ({
  google: { exchange, fetchCode },
}) => {
  const code = await fetchCode('anna')
  expect((await exchange({ code })).status).toBe(200)
  expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const elsewhere = await exchange({ code: await fetchCode('anna'), redirect_uri: `${CALLBACK}/other` })
  expect(elsewhere).toMatchObject({ status: 400, body: { error: 'redirect_uri_mismatch' } })
  const late = await fetchCode('anna')
  now += 10 * 60_000
  expect(await exchange({ code: late })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('a code with a challenge is rejected without its verifier', async ({
  google: { exchange, fetchCode },
}) => {
  const { challenge } = newChallenge()
  const withChallenge = { code_challenge: challenge, code_challenge_method: 'S256' }
  for (const code_verifier of [newChallenge().verifier, 'short']) {
    const code = await fetchCode('anna', withChallenge)
    expect(await exchange({ code, code_verifier })).toMatchObject({ body: { error: 'invalid_grant' } })
  }
  expect(await exchange({ code: await fetchCode('anna', withChallenge) })).toMatchObject({ status: 400 })
  const { verifier } = newChallenge()
  expect(await exchange({ code: await fetchCode('anna'), code_verifier: verifier })).toMatchObject({
    status: 400,
  })
})

test("an untrusted request ends on Google's error page", async ({ google: { app } }) => {
  const wrong: Record<string, string>[] = [
    { client_id: 'foreign-google.apps' },
    { redirect_uri: 'http://elsewhere.example/callback' },
    { redirect_uri: 'javascript:alert(1)' },
    { redirect_uri: `${CALLBACK}#fragment` },
    { redirect_uri: '' },
    { response_type: 'token' },
    { scope: '' },
    { code_challenge: 'short', code_challenge_method: 'S256' },
    { persona: 'nobody' },
  ]
  for (const fields of wrong) {
    const { status, headers } = await app.get(AUTHORIZE, { ...asking, persona: 'anna', ...fields })
    expect([400, 401], JSON.stringify(fields)).toContain(status)
    expect(headers.get('content-type')).toContain('text/html')
    expect(headers.get('location')).toBeNull()
  }
})

test("tokeninfo returns strings only, including the token's audience", async ({ google: { app } }) => {
  const { accessToken } = await app.issueTokens({ provider: 'google', persona: 'clara' })
  const { body } = await app.post('/google/tokeninfo', {}, { authorization: `Bearer ${accessToken}` })
  expect(body).toMatchObject({
    aud: 'sandbox-google-web.apps',
    azp: 'sandbox-google-web.apps',
    expires_in: '3599',
    email: 'clara@third-party.example',
    email_verified: 'false',
    scope:
      'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
  })
  expect(await app.get('/google/tokeninfo', { access_token: accessToken })).toMatchObject({ body })
  expect(await app.post('/google/tokeninfo', { access_token: 'unknown' })).toMatchObject({
    status: 400,
    body: { error: 'invalid_token' },
  })
})

test('userinfo accepts a token of another app, and only tokeninfo reveals it', async ({
  google: { app },
}) => {
  const { accessToken, idToken } = await app.issueTokens({
    provider: 'google',
    persona: 'anna',
    audience: 'foreign-google.apps',
  })
  const authorization = `Bearer ${accessToken}`
  expect(await app.get('/google/v1/userinfo', {}, { authorization })).toMatchObject({ status: 200 })
  expect((await app.post('/google/tokeninfo', {}, { authorization })).body.aud).toBe('foreign-google.apps')
  expect((await app.claims(idToken, KEYS))?.aud).toBe('foreign-google.apps')
})

test('an expired access token is rejected', async ({ google: { app } }) => {
  const { accessToken } = await app.issueTokens({ provider: 'google', persona: 'anna', expired: true })
  const authorization = `Bearer ${accessToken}`
  expect((await app.get('/google/v1/userinfo', {}, { authorization })).status).toBe(401)
  expect((await app.post('/google/tokeninfo', {}, { authorization })).status).toBe(400)
})

test('a persona without an email has no email claims, and scopes limit the claims', async ({
  google: { logIn },
}) => {
  expect((await logIn('boris')).claims).not.toHaveProperty('email')
  expect((await logIn('boris')).claims).not.toHaveProperty('email_verified')
  const { claims } = await logIn('anna', { scope: 'openid' })
  expect(claims).not.toHaveProperty('name')
  expect(claims).not.toHaveProperty('email')
})

test('the new key signs after a rotation, and old tokens still verify', async ({
  google: { app, logIn },
}) => {
  const before = await logIn('anna')
  const { body } = await app.control('POST', 'identity/rotate', { provider: 'google' })
  const after = await logIn('anna')
  expect(JSON.parse(Buffer.from(after.id_token.split('.')[0], 'base64url').toString()).kid).toBe(body.kid)
  expect(after.claims?.sub).toBe(before.claims?.sub)
  expect(await app.claims(before.id_token, KEYS)).toEqual(before.claims)
})
