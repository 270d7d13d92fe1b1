import { expect } from 'vitest'
import { sharedTest } from '../../../test/fixtures.ts'
import { basic, CALLBACK, newChallenge, oauthClient } from '../../../test/oauth-client.ts'

const asking = {
  client_id: 'sandboxyandexclient',
  redirect_uri: CALLBACK,
  response_type: 'code',
  state: 'a-state',
}

const client = { client_id: 'sandboxyandexclient', client_secret: 'sandbox_yandex_secret' }

const test = sharedTest.extend('yandex', ({ environment }) => {
  const app = oauthClient(environment.sandbox.url)
  const approve = (persona: string, more = {}) =>
    app.follow('/yandex-id/authorize', { ...asking, ...more, persona })
  const exchange = (fields: Record<string, string>, headers = {}) =>
    app.post('/yandex-id/token', { grant_type: 'authorization_code', ...fields }, headers)
  const info = (token: string, scheme = 'OAuth') =>
    app.get('/yandex-id/info', { format: 'json' }, { authorization: `${scheme} ${token}` })
  async function logIn(persona: string, more = {}) {
    const { code = '' } = await approve(persona, more)
    const { body } = await exchange({ ...client, code })
    return (await info(body.access_token)).body
  }
  return { app, approve, exchange, info, logIn }
})

test('the app gets a code, and the profile accepts the token only with the scheme OAuth', async ({
  yandex: { app, approve, exchange, info },
}) => {
  const { verifier, challenge } = newChallenge()
  const back = await approve('anna', { code_challenge: challenge, code_challenge_method: 'S256' })
  expect(back).toMatchObject({ to: CALLBACK, state: 'a-state' })
  const header = basic('sandboxyandexclient', 'sandbox_yandex_secret')
  const { body } = await exchange({ code: back.code ?? '', code_verifier: verifier }, header)
  expect(body).toMatchObject({ token_type: 'bearer', expires_in: 31_536_000 })
  expect((await info(body.access_token)).body).toMatchObject({
    id: expect.stringMatching(/^\d+$/),
    client_id: 'sandboxyandexclient',
    login: 'anna_petrova',
    real_name: 'Anna Petrova',
    default_email: 'anna@sandbox.example',
    emails: ['anna@sandbox.example'],
    is_avatar_empty: false,
  })
  expect((await info(body.access_token, 'Bearer')).status).toBe(401)
  expect((await app.get('/yandex-id/info', { oauth_token: body.access_token })).status).toBe(401)
})

test("the profile has the token's client id and an app-scoped user id", async ({
  yandex: { app, info, logIn },
}) => {
  const ours = await logIn('anna')
  const { accessToken } = await app.issueTokens({
    provider: 'yandex',
    persona: 'anna',
    clientId: 'foreignyandexclient',
  })
  const foreign = (await info(accessToken)).body
  expect(foreign).toMatchObject({ id: ours.id, client_id: 'foreignyandexclient' })
  expect(foreign.psuid).not.toBe(ours.psuid)
})

test('a persona without an email has no default email, and scopes limit the profile', async ({
  yandex: { logIn },
}) => {
  expect(await logIn('boris')).not.toHaveProperty('default_email')
  const limited = await logIn('anna', { scope: 'login:info' })
  expect(limited).toMatchObject({ real_name: 'Anna Petrova' })
  expect(limited).not.toHaveProperty('default_email')
  expect(limited).not.toHaveProperty('default_avatar_id')
})

test('a code works once, with its verifier and the client secret', async ({
  yandex: { approve, exchange },
}) => {
  const { code = '' } = await approve('anna')
  expect(await exchange({ ...client, client_secret: 'wrong', code })).toMatchObject({ status: 401 })
  expect(await exchange({ ...client, client_id: 'other', code })).toMatchObject({ status: 400 })
  expect((await exchange({ ...client, code })).status).toBe(200)
  expect(await exchange({ ...client, code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  const { challenge } = newChallenge()
  const guarded = await approve('anna', { code_challenge: challenge, code_challenge_method: 'S256' })
  const wrong = await exchange({
    ...client,
    code: guarded.code ?? '',
    code_verifier: newChallenge().verifier,
  })
  expect(wrong).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
})

test('errors redirect to the app, unless the app itself is unknown', async ({ yandex: { app, approve } }) => {
  expect(await approve('deny')).toMatchObject({ to: CALLBACK, error: 'access_denied', state: 'a-state' })
  expect(await approve('anna', { scope: 'mail:read' })).toMatchObject({ error: 'invalid_scope' })
  expect(await approve('anna', { response_type: 'token' })).toMatchObject({
    error: 'unsupported_response_type',
  })
  expect(await approve('anna', { device_id: 'short' })).toMatchObject({ error: 'invalid_request' })
  for (const fields of [{ client_id: 'other' }, { redirect_uri: 'http://elsewhere.example/' }]) {
    const { status } = await app.get('/yandex-id/authorize', { ...asking, ...fields, persona: 'anna' })
    expect(status).toBe(400)
  }
})
