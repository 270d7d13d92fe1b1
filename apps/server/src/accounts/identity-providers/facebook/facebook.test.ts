import { expect, test } from 'vitest'
import { startTestHub, type TestHub } from '../../../testing/test-hub.ts'
import { breakDown, goThrough, misbehave, newFlow } from '../../testing/sandbox-identity.ts'
import { IdentityNotVerified, ProviderUnavailable, SignInCancelled } from '../provider.ts'
import { createFacebook, type Facebook } from './facebook.ts'

async function startFacebook(): Promise<{ hub: TestHub; facebook: Facebook }> {
  const hub = await startTestHub({ now: new Date().toISOString() })
  const { config, clock } = hub.context
  if (!config.identity.facebook) throw new Error('Facebook is not configured')
  return { hub, facebook: createFacebook(config.identity.facebook, clock) }
}

test('a person comes back from Facebook, whose address nobody vouches for', async () => {
  const { hub, facebook } = await startFacebook()
  const anna = await goThrough(hub, facebook)
  expect(anna).toEqual({
    method: 'facebook',
    subject: expect.stringMatching(/^\d{17}$/),
    name: 'Anna Petrova',
    email: null,
    label: 'anna@sandbox.example',
  })
  expect(await goThrough(hub, facebook)).toEqual(anna)
  expect(await goThrough(hub, facebook, 'mallory')).toMatchObject({
    email: null,
    label: 'anna@sandbox.example',
  })
  expect(await goThrough(hub, facebook, 'boris')).toMatchObject({ label: 'Boris' })
})

test('whoever turns back at Facebook has cancelled', async () => {
  const { hub, facebook } = await startFacebook()
  await expect(goThrough(hub, facebook, 'deny')).rejects.toThrow(SignInCancelled)
  const cancelled = facebook.finishSignIn({ error: 'loginCancelled' }, newFlow(hub, 'facebook'))
  await expect(cancelled).rejects.toThrow(SignInCancelled)
})

test('a token for another app, an old one and a used code prove nothing', async () => {
  const { hub, facebook } = await startFacebook()
  for (const fault of ['wrong-audience', 'expired', 'reused-code']) {
    await misbehave(hub, 'facebook', fault)
    await expect(goThrough(hub, facebook), fault).rejects.toThrow(IdentityNotVerified)
  }
})

test('Facebook failing is the trouble of Facebook', async () => {
  const { hub, facebook } = await startFacebook()
  for (const target of ['facebook:token', 'facebook:debug_token', 'facebook:me']) {
    for (const kind of ['500', 'reset'] as const) {
      await breakDown(hub, target, kind)
      await expect(goThrough(hub, facebook), `${target} ${kind}`).rejects.toThrow(ProviderUnavailable)
    }
  }
})
