import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../../config.ts'
import { systemClock } from '../../../platform/clock.ts'
import { startTestHub, type TestHub } from '../../../testing/test-hub.ts'
import { approveAs, breakDown, goThrough, misbehave, newFlow } from '../../testing/sandbox-identity.ts'
import { IdentityNotVerified, ProviderUnavailable, SignInCancelled } from '../provider.ts'
import { type Apple, createApple } from './apple.ts'

async function startApple(): Promise<{ hub: TestHub; apple: Apple }> {
  const hub = await startTestHub({ now: new Date().toISOString() })
  const { config, clock } = hub.context
  if (!config.identity.apple) throw new Error('Apple is not configured')
  return { hub, apple: createApple(config.identity.apple, clock, async () => true) }
}

test('a person comes back from Apple with the name that is told once', async () => {
  const { hub, apple } = await startApple()
  const first = await goThrough(hub, apple)
  const again = await goThrough(hub, apple)
  expect(first).toEqual({
    method: 'apple',
    subject: expect.stringMatching(/^000\d+\.\w+\./),
    name: 'Anna Petrova',
    email: 'anna@sandbox.example',
    label: 'anna@sandbox.example',
  })
  expect(again).toEqual({ ...first, name: null })
})

test('a relay address is an address, and one that Apple does not vouch for is a label only', async () => {
  const { hub, apple } = await startApple()
  expect(await goThrough(hub, apple, 'dmitri')).toMatchObject({ email: 'x7k2m9q4@relay.sandbox.example' })
  expect(await goThrough(hub, apple, 'clara')).toMatchObject({
    email: null,
    label: 'clara@third-party.example',
  })
  expect(await goThrough(hub, apple, 'boris')).toMatchObject({ name: 'Boris', email: null, label: 'Boris' })
})

test('flags count as texts and as truths', async () => {
  const { hub, apple } = await startApple()
  await misbehave(hub, 'apple', 'boolean-flags')
  expect(await goThrough(hub, apple)).toMatchObject({ email: 'anna@sandbox.example' })
  await misbehave(hub, 'apple', 'boolean-flags')
  expect(await goThrough(hub, apple, 'clara')).toMatchObject({ email: null })
})

test('whoever turns back at Apple has cancelled', async () => {
  const { hub, apple } = await startApple()
  await expect(goThrough(hub, apple, 'deny')).rejects.toThrow(SignInCancelled)
})

test('what Apple says wrongly proves nothing', async () => {
  const { hub, apple } = await startApple()
  const faults = ['wrong-audience', 'expired', 'bad-signature', 'reused-code', 'missing-nonce', 'wrong-nonce']
  for (const fault of faults) {
    await misbehave(hub, 'apple', fault)
    await expect(goThrough(hub, apple), fault).rejects.toThrow(IdentityNotVerified)
  }
})

test('another error, an answer without a code and the code of another flow prove nothing', async () => {
  const { hub, apple } = await startApple()
  const flow = newFlow(hub, 'apple')
  await expect(apple.finishSignIn({ error: 'server_error' }, flow)).rejects.toThrow(IdentityNotVerified)
  await expect(apple.finishSignIn({}, flow)).rejects.toThrow(IdentityNotVerified)
  const answer = await approveAs('anna', await apple.startSignIn(newFlow(hub, 'apple'), 'ru'))
  await expect(apple.finishSignIn(answer, flow)).rejects.toThrow(IdentityNotVerified)
})

test('a greeting that was tampered with names nobody and vouches for no address', async () => {
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
    const answer = await approveAs('boris', await apple.startSignIn(flow, 'en'))
    const proven = await apple.finishSignIn({ ...answer, user }, flow)
    expect(proven, user).toMatchObject({ name: null, email: null, label: null })
  }
})

test('Apple failing is the trouble of Apple', async () => {
  const { hub, apple } = await startApple()
  for (const target of ['apple:token', 'apple:keys']) {
    for (const kind of ['500', 'reset'] as const) {
      await breakDown(hub, target, kind)
      await expect(goThrough(hub, apple), `${target} ${kind}`).rejects.toThrow(ProviderUnavailable)
    }
  }
  expect(await goThrough(hub, apple)).toMatchObject({ email: 'anna@sandbox.example' })
})

test('a key that is none stops the start, and is not repeated', () => {
  const { apple } = readConfig({ HUB_MODE: 'sandbox' }).identity
  if (!apple) throw new Error('Apple is not configured')
  const otherKind = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' })
  for (const privateKey of ['secret words', String(otherKind)]) {
    const start = () => createApple({ ...apple, privateKey }, systemClock, async () => true)
    expect(start).toThrow(/^APPLE_PRIVATE_KEY must be the P-256 key of the team/)
  }
})
