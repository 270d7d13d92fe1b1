import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  approveAs,
  injectEndpointFault,
  injectIdentityFault,
  loginAt,
  newFlow,
} from '../../../../../test/support/accounts/sandbox-identity.ts'
import { startTestHub, type TestHub } from '../../../../../test/support/test-hub.ts'
import { readConfig } from '../../../../config.ts'
import { systemClock } from '../../../../platform/clock.ts'
import { IdentityNotVerified, LoginCancelled, ProviderUnavailable } from '../provider.ts'
import { type Apple, createApple } from './apple.ts'

async function startApple(): Promise<{ hub: TestHub; apple: Apple }> {
  const hub = await startTestHub({ now: new Date().toISOString() })
  const { config, clock } = hub.context
  if (!config.identity.apple) throw new Error('Apple is not configured')
  return { hub, apple: createApple(config.identity.apple, clock, async () => true) }
}

test('Apple returns the name at the first consent only', async () => {
  const { hub, apple } = await startApple()
  const first = await loginAt(hub, apple)
  const again = await loginAt(hub, apple)
  expect(first).toEqual({
    method: 'apple',
    subject: expect.stringMatching(/^000\d+\.\w+\./),
    name: 'Anna Petrova',
    email: 'anna@sandbox.example',
    label: 'anna@sandbox.example',
  })
  expect(again).toEqual({ ...first, name: null })
})

test('a relay address counts as verified; an unverified address is only a label', async () => {
  const { hub, apple } = await startApple()
  expect(await loginAt(hub, apple, 'dmitri')).toMatchObject({ email: 'x7k2m9q4@relay.sandbox.example' })
  expect(await loginAt(hub, apple, 'clara')).toMatchObject({
    email: null,
    label: 'clara@third-party.example',
  })
  expect(await loginAt(hub, apple, 'boris')).toMatchObject({ name: 'Boris', email: null, label: 'Boris' })
})

test('flags are accepted as strings and as booleans', async () => {
  const { hub, apple } = await startApple()
  await injectIdentityFault(hub, 'apple', 'boolean-flags')
  expect(await loginAt(hub, apple)).toMatchObject({ email: 'anna@sandbox.example' })
  await injectIdentityFault(hub, 'apple', 'boolean-flags')
  expect(await loginAt(hub, apple, 'clara')).toMatchObject({ email: null })
})

test('cancelling at Apple cancels the login', async () => {
  const { hub, apple } = await startApple()
  await expect(loginAt(hub, apple, 'deny')).rejects.toThrow(LoginCancelled)
})

test('invalid tokens of Apple are refused', async () => {
  const { hub, apple } = await startApple()
  const faults = ['wrong-audience', 'expired', 'bad-signature', 'reused-code', 'missing-nonce', 'wrong-nonce']
  for (const fault of faults) {
    await injectIdentityFault(hub, 'apple', fault)
    await expect(loginAt(hub, apple), fault).rejects.toThrow(IdentityNotVerified)
  }
})

test('another error, a callback without a code and the code of another flow are refused', async () => {
  const { hub, apple } = await startApple()
  const flow = newFlow(hub, 'apple')
  await expect(apple.finishLogin({ error: 'server_error' }, flow)).rejects.toThrow(IdentityNotVerified)
  await expect(apple.finishLogin({}, flow)).rejects.toThrow(IdentityNotVerified)
  const response = await approveAs('anna', await apple.startLogin(newFlow(hub, 'apple'), 'ru'))
  await expect(apple.finishLogin(response, flow)).rejects.toThrow(IdentityNotVerified)
})

test('a modified first-consent payload yields neither a name nor an email address', async () => {
  const { hub, apple } = await startApple()
  const greetings = [
    '',
    'null',
    '{',
    '[]',
    '{"name":"Anna"}',
    '{"name":{"firstName":7}}',
    '{"email":"x@example.org"}',
  ]
  for (const user of greetings) {
    const flow = newFlow(hub, 'apple')
    const response = await approveAs('boris', await apple.startLogin(flow, 'en'))
    const proven = await apple.finishLogin({ ...response, user }, flow)
    expect(proven, user).toMatchObject({ name: null, email: null, label: null })
  }
})

test('a failure of Apple is reported as unavailability', async () => {
  const { hub, apple } = await startApple()
  for (const target of ['apple:token', 'apple:keys']) {
    for (const kind of ['500', 'reset'] as const) {
      await injectEndpointFault(hub, target, kind)
      await expect(loginAt(hub, apple), `${target} ${kind}`).rejects.toThrow(ProviderUnavailable)
    }
  }
  expect(await loginAt(hub, apple)).toMatchObject({ email: 'anna@sandbox.example' })
})

test('an invalid key prevents the start and is not quoted', () => {
  const { apple } = readConfig({ HUB_MODE: 'sandbox' }).identity
  if (!apple) throw new Error('Apple is not configured')
  const otherKind = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  for (const privateKey of ['not a key', String(otherKind)]) {
    const start = () => createApple({ ...apple, privateKey }, systemClock, async () => true)
    expect(start).toThrow(/^APPLE_PRIVATE_KEY must be the P-256 key of the team/)
  }
})
