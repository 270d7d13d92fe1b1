/** Uses a fake Google whose responses each test defines. */

import { eventCodes } from '@playhub/contract'
import { startLocalServer } from '@playhub/test-kit/local-server'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { snapshotDatabase } from '../../../../../test/security/accounts/database-snapshot.ts'
import { openBrowser, readFlow } from '../../../../../test/support/accounts/browser.ts'
import { startTestHub, type TestHub } from '../../../../../test/support/test-hub.ts'

type FakeGoogle = { hub: TestHub; tokenResponse: string; signer: Awaited<ReturnType<typeof generateKeyPair>> }

async function startFakeGoogle(): Promise<FakeGoogle> {
  const signer = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(signer.publicKey)), alg: 'RS256', use: 'sig' }]
  const { url, close } = await startLocalServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(url === '/keys' ? JSON.stringify({ keys }) : google.tokenResponse)
  })
  onTestFinished(close)
  const hub = await startTestHub({
    env: {
      GOOGLE_ISSUER: 'https://accounts.google.example',
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_JWKS_URL: `${url}/keys`,
    },
  })
  const google: FakeGoogle = { hub, tokenResponse: '', signer }
  return google
}

type ResponseChanges = { iss?: string; claims?: Record<string, unknown>; query?: string }

async function loginWith(google: FakeGoogle, { iss, claims, query = '' }: ResponseChanges) {
  const browser = openBrowser(google.hub)
  const flow = await browser.open()
  const { searchParams } = await browser.authorize(flow, 'google')
  const idToken = await new SignJWT({ nonce: searchParams.get('nonce'), name: 'Anna', ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(iss ?? 'https://accounts.google.example')
    .setAudience('sandbox-google-web.apps')
    .setSubject('1')
    .setIssuedAt()
    .setExpirationTime('1 hour')
    .sign(google.signer.privateKey)
  google.tokenResponse = JSON.stringify({
    access_token: 'ya29.google',
    token_type: 'Bearer',
    id_token: idToken,
  })
  await browser.visit(`/passport/google/callback?code=c&state=${searchParams.get('state')}${query}`)
  return readFlow(google.hub, flow)
}

const failed = { status: 'failed', result: null, errorCode: eventCodes.SIGN_IN_GOOGLE_FAILED }

test('the issuer is accepted with or without the scheme, and must be Google', async () => {
  const google = await startFakeGoogle()
  expect((await loginWith(google, {})).status).toBe('signed-in')
  expect((await loginWith(google, { iss: 'accounts.google.example' })).status).toBe('signed-in')
  expect(await loginWith(google, { iss: 'https://evil.example' })).toEqual(failed)
  expect(await loginWith(google, { iss: 'evil.example' })).toEqual(failed)
})

test('a token with the short issuer is verified like any other', async () => {
  const google = await startFakeGoogle()
  const iss = 'accounts.google.example'
  expect(await loginWith(google, { iss, claims: { nonce: 'another' } })).toEqual(failed)
  expect(await loginWith(google, { iss, query: '&iss=https://evil.example' })).toEqual(failed)
  expect((await loginWith(google, { iss })).status).toBe('signed-in')
  google.signer = await generateKeyPair('RS256')
  expect(await loginWith(google, { iss })).toEqual(failed)
})

test('the tokens of Google are not stored, returned or logged', async () => {
  const google = await startFakeGoogle()
  const flow = await loginWith(google, {})
  expect(flow.status).toBe('signed-in')
  const kept = [JSON.stringify([flow, await snapshotDatabase(google.hub)]), google.hub.logs()]
  const { access_token, id_token } = JSON.parse(google.tokenResponse)
  for (const place of kept) for (const token of [access_token, id_token]) expect(place).not.toContain(token)
})

test('a token without a valid subject signs nobody in', async () => {
  const google = await startFakeGoogle()
  for (const claims of [{ name: 5 }, { email: {} }, { email_verified: 1 }]) {
    expect(await loginWith(google, { claims })).toEqual(failed)
  }
})

test('any other response of the token endpoint only fails the flow', async () => {
  const google = await startFakeGoogle()
  const responses = [
    '',
    '<html>',
    'null',
    '[]',
    '{}',
    '{"access_token":"a","token_type":"Bearer"}',
    'x'.repeat(300_000),
  ]
  for (const response of responses) {
    const browser = openBrowser(google.hub)
    const flow = await browser.open()
    const { searchParams } = await browser.authorize(flow, 'google')
    google.tokenResponse = response
    await browser.visit(`/passport/google/callback?code=c&state=${searchParams.get('state')}`)
    expect(await readFlow(google.hub, flow)).toEqual(failed)
  }
  expect(google.hub.logs()).not.toContain('"level":50')
})
