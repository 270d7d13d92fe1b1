import { startLocalServer } from '@playhub/test-kit/local-server'
import { expect, onTestFinished } from 'vitest'
import { loginWith } from '../../../../../test/support/accounts/browser.ts'
import { injectEndpointFault, issueTokens } from '../../../../../test/support/accounts/sandbox-identity.ts'
import { test as ownHubTest } from '../../../../../test/support/hub-test.ts'
import { test } from '../../../../../test/support/shared-hub-test.ts'
import { startTestHub, type TestHub } from '../../../../../test/support/test-hub.ts'

const google = { provider: 'google', persona: 'anna' } as const

function login(hub: TestHub, accessToken: string) {
  return hub.call('POST /auth/google-login-native', { body: { accessToken } })
}

const notProven = { status: 401, body: { code: 'IDENTITY_NOT_PROVEN' } }

test('an access token of our app logs in the same player as the browser flow', async ({ hub }) => {
  const { userId } = await loginWith(hub, 'google')
  for (const audience of ['sandbox-google-ios.apps', 'sandbox-google-web.apps']) {
    const { accessToken } = await issueTokens(hub, { ...google, audience })
    expect(await login(hub, accessToken)).toMatchObject({
      status: 200,
      body: { data: { result: { userId, nickName: 'Anna Petrova', currentAuthType: 'google' } } },
    })
  }
})

ownHubTest('an invalid access token is refused, and no account is created', async ({ hub }) => {
  const tokens = [
    (await issueTokens(hub, { ...google, audience: 'foreign-google.apps' })).accessToken,
    (await issueTokens(hub, { ...google, expired: true })).accessToken,
    (await issueTokens(hub, google)).idToken,
    'never-issued',
    'two words',
    'line\nbreak',
    'кириллица',
  ]
  for (const token of tokens) expect(await login(hub, token)).toMatchObject(notProven)
  expect(await hub.context.db.selectFrom('accounts').select('id').execute()).toEqual([])
  for (const token of tokens) expect(hub.logs()).not.toContain(token)
})

test('a failure of Google is reported as unavailability', async ({ hub }) => {
  const { accessToken } = await issueTokens(hub, google)
  for (const endpoint of ['google:tokeninfo', 'google:userinfo']) {
    await injectEndpointFault(hub, endpoint, '500')
    expect(await login(hub, accessToken)).toMatchObject({
      status: 502,
      body: { code: 'SIGN_IN_PROVIDER_UNAVAILABLE' },
    })
  }
  expect((await login(hub, accessToken)).status).toBe(200)
})

test('Google without keys is not offered', async () => {
  const hub = await startTestHub({ env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:25' } })
  expect(await login(hub, 'any')).toMatchObject({
    status: 404,
    body: { code: 'SIGN_IN_METHOD_NOT_OFFERED' },
  })
})

/** A fake Google with given responses. */
async function hubWithGoogleSaying(tokenInfo: object, person: object): Promise<TestHub> {
  const { url, close } = await startLocalServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(url === '/tokeninfo' ? tokenInfo : person))
  })
  onTestFinished(close)
  return startTestHub({
    env: { GOOGLE_TOKENINFO_URL: `${url}/tokeninfo`, GOOGLE_USERINFO_URL: `${url}/userinfo` },
  })
}

const info = { aud: 'sandbox-google-ios.apps', sub: '1', expires_in: '3599' }
const person = { sub: '1', name: 'Anna' }

test('the token and the profile must have the same subject, and both audiences must be ours', async () => {
  const refused = [
    [{ ...info, sub: '2' }, person],
    [{ ...info, azp: 'foreign-google.apps' }, person],
    [{ ...info, expires_in: '0' }, person],
    [{ ...info, expires_in: 'soon' }, person],
  ] as const
  const hub = await hubWithGoogleSaying(info, person)
  expect((await login(hub, 'token')).status).toBe(200)
  for (const [tokenInfo, profile] of refused) {
    const strange = await hubWithGoogleSaying(tokenInfo, profile)
    expect((await login(strange, 'token')).status).toBeOneOf([401, 502])
  }
})

test('an unexpected response format is not an assertion', async () => {
  const strange = [
    [{ ...info, aud: undefined }, person],
    [{ ...info, aud: [info.aud] }, person],
    [info, { name: 'Anna' }],
    [info, { ...person, sub: '' }],
    [info, { ...person, sub: { $ne: null } }],
  ] as const
  for (const [tokenInfo, profile] of strange) {
    const hub = await hubWithGoogleSaying(tokenInfo, profile)
    expect((await login(hub, 'token')).status).toBe(502)
  }
})
