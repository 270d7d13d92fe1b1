import { expect, test } from 'vitest'
import { readIdentityConfig } from './index.ts'

const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }

test('in production each endpoint has its official URL', () => {
  expect(readIdentityConfig(google, null).google).toMatchObject({
    issuer: 'https://accounts.google.com',
    tokenUrl: 'https://oauth2.googleapis.com/token',
    jwksUrl: 'https://www.googleapis.com/oauth2/v3/certs',
  })
})

test.each([
  ['another host', { GOOGLE_TOKEN_URL: 'https://oauth2.googleapis.com.evil.example/token' }],
  ['a host of another provider', { GOOGLE_JWKS_URL: 'https://appleid.apple.com/auth/keys' }],
  ['another issuer', { GOOGLE_ISSUER: 'https://evil.example' }],
  ['an official host without encryption', { GOOGLE_TOKEN_URL: 'http://oauth2.googleapis.com/token' }],
  ['what is no address', { GOOGLE_TOKEN_URL: 'token' }],
])('a production hub does not start with %s as an endpoint', (_what, env) => {
  const [variable] = Object.keys(env)
  expect(() => readIdentityConfig({ ...google, ...env }, null)).toThrow(
    `${variable} must be an https address`,
  )
})

test('an endpoint may be another official one of its provider', () => {
  const YANDEX_TOKEN_URL = 'https://oauth.yandex.com/token'
  const env = { YANDEX_CLIENT_ID: 'id', YANDEX_CLIENT_SECRET: 'secret', YANDEX_TOKEN_URL }
  expect(readIdentityConfig(env, null).yandex?.tokenUrl).toBe(YANDEX_TOKEN_URL)
})
