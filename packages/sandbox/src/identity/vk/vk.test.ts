import { expect } from 'vitest'
import { sharedTest } from '../../../test/fixtures.ts'
import { CALLBACK, newChallenge, oauthClient } from '../../../test/oauth-client.ts'

const { verifier, challenge } = newChallenge()

const state = 'a-state-of-thirty-two-letters-or-more'

const asking = {
  client_id: '51000000',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'vkid.personal_info email phone',
  state,
  code_challenge: challenge,
  code_challenge_method: 'S256',
}

const test = sharedTest.extend('vk', ({ environment }) => {
  const app = oauthClient(environment.sandbox.url)
  const approve = (persona: string, more = {}) => app.follow('/vk/authorize', { ...asking, ...more, persona })
  const exchange = (fields: Record<string, string>) =>
    app.post('/vk/oauth2/auth', {
      grant_type: 'authorization_code',
      redirect_uri: CALLBACK,
      client_id: '51000000',
      code_verifier: verifier,
      state,
      ...fields,
    })
  async function logIn(persona: string, more = {}) {
    const { code = '', device_id = '' } = await approve(persona, more)
    const { body } = await exchange({ code, device_id })
    return body
  }
  const userInfo = async (accessToken: string) =>
    (await app.post('/vk/oauth2/user_info', { access_token: accessToken, client_id: '51000000' })).body
  return { app, approve, exchange, logIn, userInfo }
})

test('the app gets a code and a device id, and exchanges both for tokens', async ({
  vk: { approve, exchange, userInfo },
}) => {
  const back = await approve('anna')
  expect(back).toMatchObject({ to: CALLBACK, state, type: 'code_v2', expires_in: '600' })
  const { code = '', device_id = '' } = back
  const { body } = await exchange({ code, device_id })
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, state })
  const { user } = await userInfo(body.access_token)
  expect(user).toMatchObject({
    first_name: 'Anna',
    last_name: 'Petrova',
    email: 'anna@sandbox.example',
    phone: '79990000001',
    verified: false,
  })
  expect(user.user_id).toBe(String(body.user_id))
})

test('ids are numbers in token responses and strings in profiles, and may exceed 32 bits', async ({
  vk: { logIn, userInfo },
}) => {
  const { access_token, user_id } = await logIn('dmitri')
  expect(user_id).toBeGreaterThan(2 ** 32)
  expect((await userInfo(access_token)).user.user_id).toBe(String(user_id))
})

test('the ID token has no audience', async ({ vk: { app, logIn } }) => {
  const { id_token } = await logIn('anna')
  const claims = JSON.parse(Buffer.from(id_token.split('.')[1], 'base64url').toString())
  expect(claims).not.toHaveProperty('aud')
  expect(claims).toMatchObject({ iss: 'VK', app: 51_000_000 })
  const { body } = await app.post('/vk/oauth2/public_info', { id_token, client_id: '51000000' })
  expect(body.user).toMatchObject({ first_name: 'Anna', last_name: 'P.', email: 'a***@sandbox.example' })
  const strange = await app.post('/vk/oauth2/public_info', { id_token: 'a.b.c', client_id: '51000000' })
  expect(strange.body).toMatchObject({ error: 'invalid_token' })
})

test('both spellings of S256 are accepted, and a request without a challenge is rejected', async ({
  vk: { app, approve },
}) => {
  expect(await approve('anna', { code_challenge_method: 's256' })).toHaveProperty('code')
  const refused = [
    { code_challenge: '' },
    { code_challenge_method: 'plain' },
    { code_challenge_method: '' },
    { state: 'short' },
    { client_id: '1' },
    { redirect_uri: 'http://elsewhere.example/' },
    { response_type: 'token' },
    { scope: 'friends' },
  ]
  for (const fields of refused) {
    const { status } = await app.get('/vk/authorize', { ...asking, persona: 'anna', ...fields })
    expect(status, JSON.stringify(fields)).toBe(400)
  }
})

test('a code is rejected without its device id, verifier and redirect address', async ({
  vk: { approve, exchange },
}) => {
  const wrong = [
    [{ device_id: '' }, 'invalid_request', 'device_id is invalid'],
    [{ device_id: 'another' }, 'invalid_grant', 'device_id is invalid'],
    [{ code_verifier: newChallenge().verifier }, 'invalid_grant', 'code_verifier is invalid'],
    [{ code_verifier: '' }, 'invalid_request', 'code_verifier is missing or malformed'],
    [{ redirect_uri: `${CALLBACK}/other` }, 'invalid_grant', 'redirect_uri does not match'],
    [{ client_id: '1' }, 'invalid_client', 'client_id is unknown'],
  ] as const
  for (const [fields, error, error_description] of wrong) {
    const { code = '', device_id = '' } = await approve('anna')
    const { body } = await exchange({ code, device_id, ...fields })
    expect(body, JSON.stringify(fields)).toMatchObject({ error, error_description })
  }
})

test('a code works once, and so does a refresh token', async ({ vk: { approve, exchange } }) => {
  const { code = '', device_id = '' } = await approve('anna')
  const { body } = await exchange({ code, device_id })
  expect((await exchange({ code, device_id })).body).toMatchObject({ error: 'invalid_grant', state })
  const renew = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
  expect((await exchange({ ...renew, device_id })).body).toMatchObject({ user_id: body.user_id, state })
  expect((await exchange({ ...renew, device_id })).body).toMatchObject({ error: 'invalid_grant' })
})

test('the email is sent only if the persona has one and the app requested it', async ({
  vk: { logIn, userInfo },
}) => {
  expect((await userInfo((await logIn('boris')).access_token)).user).not.toHaveProperty('email')
  const { access_token } = await logIn('anna', { scope: '' })
  expect((await userInfo(access_token)).user).not.toHaveProperty('email')
  expect(await userInfo('unknown')).toMatchObject({ error: 'invalid_token' })
})

test('a confidential app proves itself by its service token or its secret', async ({
  vk: { app, approve, exchange },
}) => {
  const attempt = async (key: Record<string, string>) => {
    await app.injectFault('vk', 'confidential-app')
    const { code = '', device_id = '' } = await approve('anna')
    return (await exchange({ code, device_id, ...key })).body
  }
  const wrong: Record<string, string>[] = [{}, { service_token: 'wrong' }, { client_secret: 'wrong' }]
  for (const key of wrong) {
    expect(await attempt(key)).toMatchObject({ error: 'invalid_client', state })
  }
  const right: Record<string, string>[] = [
    { service_token: 'sandbox_vk_service_token' },
    { client_secret: 'sandbox_vk_secret' },
  ]
  for (const key of right) {
    expect(await attempt(key)).toHaveProperty('access_token')
  }
})

test('the type of the tokens may be missing', async ({ vk: { app, logIn } }) => {
  await app.injectFault('vk', 'missing-token-type')
  expect(await logIn('anna')).not.toHaveProperty('token_type')
  expect(await logIn('anna')).toMatchObject({ token_type: 'Bearer' })
})
