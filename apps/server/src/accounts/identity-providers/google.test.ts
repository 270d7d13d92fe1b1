/** A Google whose every word is the test's. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { eventCodes } from '@playhub/contract'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { startTestHub, type TestHub } from '../../testing/test-hub.ts'
import { openBrowser, stateOf } from '../oauth/testing/browser.ts'

type Talking = { hub: TestHub; tokenAnswer: string; signer: Awaited<ReturnType<typeof generateKeyPair>> }

async function startTalking(): Promise<Talking> {
  const signer = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(signer.publicKey)), alg: 'RS256', use: 'sig' }]
  const server = createServer(({ url }, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(url === '/keys' ? JSON.stringify({ keys }) : talking.tokenAnswer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hub = await startTestHub({
    env: {
      GOOGLE_ISSUER: 'https://accounts.google.example',
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_JWKS_URL: `${url}/keys`,
    },
  })
  const talking: Talking = { hub, tokenAnswer: '', signer }
  return talking
}

type Words = { iss?: string; claims?: Record<string, unknown>; query?: string }

async function signInWith(talking: Talking, { iss, claims, query = '' }: Words) {
  const browser = openBrowser(talking.hub)
  const flow = await browser.open()
  const { searchParams } = await browser.leave(flow, 'google')
  const idToken = await new SignJWT({ nonce: searchParams.get('nonce'), name: 'Anna', ...claims })
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer(iss ?? 'https://accounts.google.example')
    .setAudience('sandbox-google-web.apps')
    .setSubject('1')
    .setIssuedAt()
    .setExpirationTime('1 hour')
    .sign(talking.signer.privateKey)
  talking.tokenAnswer = JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken })
  await browser.visit(`/passport/google/callback?code=c&state=${searchParams.get('state')}${query}`)
  return stateOf(talking.hub, flow)
}

const failed = { status: 'failed', result: null, errorCode: eventCodes.SIGN_IN_GOOGLE_FAILED }

test('the issuer may stand with or without its scheme, and must be Google', async () => {
  const talking = await startTalking()
  expect((await signInWith(talking, {})).status).toBe('signed-in')
  expect((await signInWith(talking, { iss: 'accounts.google.example' })).status).toBe('signed-in')
  expect(await signInWith(talking, { iss: 'https://evil.example' })).toEqual(failed)
  expect(await signInWith(talking, { iss: 'evil.example' })).toEqual(failed)
})

test('a token that names its issuer briefly is checked like any other', async () => {
  const talking = await startTalking()
  const iss = 'accounts.google.example'
  expect(await signInWith(talking, { iss, claims: { nonce: 'another' } })).toEqual(failed)
  expect(await signInWith(talking, { iss, query: '&iss=https://evil.example' })).toEqual(failed)
  expect((await signInWith(talking, { iss })).status).toBe('signed-in')
  talking.signer = await generateKeyPair('RS256')
  expect(await signInWith(talking, { iss })).toEqual(failed)
})

test('a token that tells no person that could be kept signs nobody in', async () => {
  const talking = await startTalking()
  for (const claims of [{ name: 5 }, { email: {} }, { email_verified: 1 }]) {
    expect(await signInWith(talking, { claims })).toEqual(failed)
  }
})

test('whatever else a token endpoint says fails the flow, and no more', async () => {
  const talking = await startTalking()
  const answers = [
    '',
    '<html>',
    'null',
    '[]',
    '{}',
    '{"access_token":"a","token_type":"Bearer"}',
    'x'.repeat(300_000),
  ]
  for (const answer of answers) {
    const browser = openBrowser(talking.hub)
    const flow = await browser.open()
    const { searchParams } = await browser.leave(flow, 'google')
    talking.tokenAnswer = answer
    await browser.visit(`/passport/google/callback?code=c&state=${searchParams.get('state')}`)
    expect(await stateOf(talking.hub, flow)).toEqual(failed)
  }
  expect(talking.hub.logs()).not.toContain('"level":50')
})
