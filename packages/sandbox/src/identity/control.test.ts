import { expect } from 'vitest'
import { startEnvironment } from '../../test/environment.ts'
import { sharedTest } from '../../test/fixtures.ts'
import { CALLBACK, oauthClient } from '../../test/oauth-client.ts'

const test = sharedTest.extend('client', ({ environment }) => {
  const app = oauthClient(environment.sandbox.url)
  return { app }
})

test('the personas are listed with their user id at every provider', async ({ client: { app } }) => {
  const { body } = await app.control('GET', 'identity/personas')
  expect(body.map(({ id }: { id: string }) => id)).toEqual([
    'anna',
    'boris',
    'clara',
    'dmitri',
    'mallory',
    'oneil',
  ])
  for (const provider of ['google', 'apple', 'vk', 'yandex', 'telegram', 'facebook']) {
    const subjects = new Set(body.map((one: { subjects: Record<string, string> }) => one.subjects[provider]))
    expect(subjects.size, provider).toBe(6)
  }
})

test('faults of the control API apply to identity providers', async ({ client: { app }, environment }) => {
  const order = (target: string, kind: string) => app.control('POST', 'faults', { target, kind, times: 1 })
  await order('apple:keys', '500')
  expect((await app.get('/apple/auth/keys')).status).toBe(500)
  expect((await app.get('/apple/auth/keys')).status).toBe(200)
  await order('google:token', 'reset')
  await expect(app.post('/google/token')).rejects.toThrow()
  expect((await app.post('/google/token')).status).toBe(401)
  await order('vk:user_info', '500')
  expect((await app.post('/vk/oauth2/user_info')).status).toBe(500)
  await order('yandex:info', 'timeout')
  const patience = AbortSignal.timeout(300)
  await expect(fetch(`${environment.sandbox.url}/yandex-id/info`, { signal: patience })).rejects.toThrow()
  expect((await order('nobody:token', '500')).status).toBe(400)
  await order('facebook', '500')
  await app.control('DELETE', 'faults')
  expect((await app.get('/facebook/v26.0/me')).status).toBe(400)
})

test("a clock skew shifts a provider's timestamps", async ({ client: { app } }) => {
  const authDate = async () =>
    (await app.issueTokens({ provider: 'telegram', persona: 'anna' })).userData.auth_date
  await app.control('POST', 'identity/clock', { provider: 'telegram', skewSeconds: 3600 })
  expect(await authDate()).toBeGreaterThan(Date.now() / 1000 + 3000)
  expect((await app.control('DELETE', 'identity/faults')).status).toBe(204)
  expect(await authDate()).toBeLessThanOrEqual(Date.now() / 1000)
})

test("an invalid control request is rejected with the field's name", async ({ client: { app } }) => {
  const wrong = [
    ['identity/tokens', { provider: 'google', persona: 'nobody' }],
    ['identity/tokens', { provider: 'nobody', persona: 'anna' }],
    ['identity/tokens', { provider: 'google', persona: 'anna', issuedAt: 'yesterday' }],
    ['identity/faults', { provider: 'yandex', fault: 'bad-signature' }],
    ['identity/faults', { provider: 'google', fault: 'unheard-of' }],
    ['identity/clock', { provider: 'google', skewSeconds: 'much' }],
    ['identity/rotate', { provider: 'facebook' }],
  ] as const
  for (const [path, body] of wrong) {
    const response = await app.control('POST', path, body)
    expect(response.status, JSON.stringify(body)).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/problem+json')
  }
})

test('providers answer nonsense with a client error, never with a server error', async ({
  client: { app },
}) => {
  const nonsense = { a: '%', code: '\0', client_id: '\u{1f3b2}', 'x[y]': '1' }
  const paths = [
    '/google/o/oauth2/v2/auth',
    '/google/v1/userinfo',
    '/google/tokeninfo',
    '/apple/auth/authorize',
    '/vk/authorize',
    '/yandex-id/authorize',
    '/yandex-id/info',
    '/telegram/auth',
    '/facebook/v26.0/dialog/oauth',
    '/facebook/v26.0/oauth/access_token',
    '/facebook/v26.0/me',
    '/facebook/debug_token',
  ]
  const strange = { authorization: 'Basic %%%%' }
  for (const path of paths) {
    const { status } = await app.get(path, nonsense, strange)
    expect(status, path).toBeGreaterThanOrEqual(400)
    expect(status, path).toBeLessThan(500)
  }
  for (const path of ['/google/token', '/apple/auth/token', '/yandex-id/token', '/telegram/token']) {
    const { status, body } = await app.post(path, nonsense, strange)
    expect([400, 401], path).toContain(status)
    expect(body).toHaveProperty('error')
  }
  for (const path of ['/vk/oauth2/auth', '/vk/oauth2/user_info', '/vk/oauth2/public_info'])
    expect((await app.post(path, nonsense)).body, path).toHaveProperty('error')
})

test('the hub may be registered at an address that is neither https nor this machine', async () => {
  const elsewhere = await startEnvironment({ hubUrl: 'http://play.lan' })
  const visit = (redirect_uri: string) =>
    oauthClient(elsewhere.sandbox.url).get('/yandex-id/authorize', {
      client_id: 'sandboxyandexclient',
      response_type: 'code',
      redirect_uri,
    })
  expect((await visit('http://play.lan/passport/yandex/callback')).status).toBe(200)
  expect((await visit(CALLBACK)).status).toBe(200)
  expect((await visit('https://hub.example/callback')).status).toBe(200)
  expect((await visit('http://other.lan/callback')).status).toBe(400)
  await elsewhere.close()
})

test('the sandbox uses its public URL when it has one', async () => {
  const behind = await startEnvironment({ publicUrl: 'https://sandbox.example/' })
  expect(behind.sandbox.url).toBe('https://sandbox.example')
  await behind.close()
})
