import { createHmac } from 'node:crypto'
import { expect } from 'vitest'
import { sharedTest } from '../../../test/fixtures.ts'
import { CALLBACK, oauthClient } from '../../../test/oauth-client.ts'

const AUTHORIZE = '/facebook/v26.0/dialog/oauth'

const APP_TOKEN = '260000000000001|sandbox_facebook_secret'

const asking = {
  client_id: '260000000000001',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'public_profile,email',
  state: 'a-state',
}

const client = {
  client_id: '260000000000001',
  client_secret: 'sandbox_facebook_secret',
  redirect_uri: CALLBACK,
}

const createAppSecretProof = (token: string) =>
  createHmac('sha256', 'sandbox_facebook_secret').update(token).digest('hex')

const test = sharedTest.extend('facebook', ({ environment }) => {
  const app = oauthClient(environment.sandbox.url)
  const approve = (persona: string, more = {}) => app.follow(AUTHORIZE, { ...asking, ...more, persona })
  const exchange = (fields: Record<string, string>) =>
    app.get('/facebook/v26.0/oauth/access_token', { ...client, ...fields })
  const me = (token: string, fields: Record<string, string> = { fields: 'id,name,email,picture' }) =>
    app.get('/facebook/v26.0/me', {
      access_token: token,
      appsecret_proof: createAppSecretProof(token),
      ...fields,
    })
  const debug = (token: string, appToken = APP_TOKEN) =>
    app.get('/facebook/debug_token', { input_token: token, access_token: appToken })
  async function logIn(persona: string, more = {}): Promise<string> {
    const { code = '' } = await approve(persona, more)
    return (await exchange({ code })).body.access_token
  }
  return { app, approve, exchange, me, debug, logIn }
})

test('the app gets a code, and the profile needs the token and a proof of the app secret', async ({
  facebook: { app, approve, exchange, me, debug },
}) => {
  const back = await approve('anna')
  expect(back).toMatchObject({ to: CALLBACK, state: 'a-state', hash: '#_=_' })
  const { body } = await exchange({ code: back.code ?? '' })
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
  const token = body.access_token
  expect((await me(token)).body).toMatchObject({
    name: 'Anna Petrova',
    email: 'anna@sandbox.example',
    picture: { data: { is_silhouette: false } },
  })
  for (const appsecret_proof of ['', 'wrong']) {
    const response = await app.get('/facebook/v26.0/me', { access_token: token, appsecret_proof })
    expect(response).toMatchObject({ status: 400, body: { error: { code: 100 } } })
  }
  const { data } = (await debug(token)).body
  expect(data).toMatchObject({ app_id: '260000000000001', is_valid: true, type: 'USER' })
  expect(data.user_id).toBe((await me(token)).body.id)
})

test('the profile has only the requested fields, and some personas have no email', async ({
  facebook: { me, logIn },
}) => {
  const token = await logIn('anna')
  expect(Object.keys((await me(token, {})).body)).toEqual(['id', 'name'])
  expect((await me(await logIn('boris'))).body).not.toHaveProperty('email')
  expect((await me(await logIn('anna', { scope: 'public_profile' }))).body).not.toHaveProperty('email')
})

test('a token of another app is valid, has another user id, and only its app id reveals it', async ({
  facebook: { app, me, debug },
}) => {
  const wish = { provider: 'facebook', persona: 'anna' }
  const { accessToken: foreign } = await app.issueTokens({ ...wish, audience: '260000000000999' })
  const { accessToken: ours } = await app.issueTokens(wish)
  const { data } = (await debug(foreign)).body
  expect(data).toMatchObject({ app_id: '260000000000999', is_valid: true })
  expect(data.user_id).not.toBe((await debug(ours)).body.data.user_id)
  expect((await me(foreign)).status).toBe(400)
})

test('debug_token serves only the app itself, and describes expired and unknown tokens', async ({
  facebook: { app, me, debug, logIn },
}) => {
  const { accessToken } = await app.issueTokens({ provider: 'facebook', persona: 'anna', expired: true })
  expect((await debug(accessToken)).body.data).toMatchObject({ is_valid: false, error: { code: 190 } })
  expect(await me(accessToken)).toMatchObject({
    status: 400,
    body: { error: { code: 190, error_subcode: 463 } },
  })
  expect((await debug('unknown')).body.data).toMatchObject({ is_valid: false })
  expect(await debug(accessToken, '260000000000001|wrong')).toMatchObject({ status: 400 })
  expect(await me('unknown')).toMatchObject({ status: 400, body: { error: { code: 190 } } })
  const posted = { input_token: await logIn('anna'), access_token: APP_TOKEN }
  expect((await app.post('/facebook/debug_token', posted)).body.data).toMatchObject({ is_valid: true })
})

test('a code works once, with the secret and the redirect address of the dialog', async ({
  facebook: { approve, exchange },
}) => {
  const { code = '' } = await approve('anna')
  expect(await exchange({ code, client_secret: 'wrong' })).toMatchObject({
    status: 400,
    body: { error: { code: 1 } },
  })
  expect(await exchange({ code, client_id: '1' })).toMatchObject({
    status: 400,
    body: { error: { code: 101 } },
  })
  expect((await exchange({ code })).status).toBe(200)
  expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: { code: 100 } } })
  const other = await approve('anna')
  const elsewhere = await exchange({ code: other.code ?? '', redirect_uri: `${CALLBACK}/other` })
  expect(elsewhere).toMatchObject({ status: 400, body: { error: { error_subcode: 36_008 } } })
})

test('a denial redirects to the app, and an untrusted request does not', async ({
  facebook: { app, approve },
}) => {
  expect(await approve('deny')).toMatchObject({
    to: CALLBACK,
    error: 'access_denied',
    error_reason: 'user_denied',
    state: 'a-state',
  })
  const wrong = [
    { client_id: '260000000000999' },
    { redirect_uri: 'http://elsewhere.example/' },
    { response_type: 'token' },
    { scope: 'user_friends' },
  ]
  for (const fields of wrong) {
    const { status } = await app.get(AUTHORIZE, { ...asking, ...fields, persona: 'anna' })
    expect(status, JSON.stringify(fields)).toBe(400)
  }
})

test('each injected fault happens once', async ({ facebook: { app, approve, debug, logIn } }) => {
  await app.injectFault('facebook', 'wrong-audience')
  expect((await debug(await logIn('anna'))).body.data).toMatchObject({ app_id: '260000000000999' })
  await app.injectFault('facebook', 'expired')
  expect((await debug(await logIn('anna'))).body.data).toMatchObject({ is_valid: false })
  await app.injectFault('facebook', 'wrong-state')
  expect((await approve('anna')).state).not.toBe('a-state')
  await app.injectFault('facebook', 'reused-code')
  expect(await logIn('anna')).toBeUndefined()
  expect((await debug(await logIn('anna'))).body.data).toMatchObject({ is_valid: true })
})
