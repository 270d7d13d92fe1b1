import { expect, test } from 'vitest'
import {
  injectEndpointFault,
  injectIdentityFault,
  loginAt,
  newFlow,
} from '../../../../../test/support/accounts/sandbox-identity.ts'
import { startTestHub, type TestHub } from '../../../../../test/support/test-hub.ts'
import { IdentityNotVerified, LoginCancelled, ProviderUnavailable } from '../provider.ts'
import { createFacebook, type Facebook } from './facebook.ts'

async function startFacebook(): Promise<{ hub: TestHub; facebook: Facebook }> {
  const hub = await startTestHub({ now: new Date().toISOString() })
  const { config, clock } = hub.context
  if (!config.identity.facebook) throw new Error('Facebook is not configured')
  return { hub, facebook: createFacebook(config.identity.facebook, clock) }
}

test('Facebook returns an identity whose email address is unverified', async () => {
  const { hub, facebook } = await startFacebook()
  const anna = await loginAt(hub, facebook)
  expect(anna).toEqual({
    method: 'facebook',
    subject: expect.stringMatching(/^\d{17}$/),
    name: 'Anna Petrova',
    email: null,
    label: 'anna@sandbox.example',
  })
  expect(await loginAt(hub, facebook)).toEqual(anna)
  expect(await loginAt(hub, facebook, 'mallory')).toMatchObject({
    email: null,
    label: 'anna@sandbox.example',
  })
  expect(await loginAt(hub, facebook, 'boris')).toMatchObject({ label: 'Boris' })
})

test('cancelling at Facebook cancels the login', async () => {
  const { hub, facebook } = await startFacebook()
  await expect(loginAt(hub, facebook, 'deny')).rejects.toThrow(LoginCancelled)
  const cancelled = facebook.finishLogin({ error: 'loginCancelled' }, newFlow(hub, 'facebook'))
  await expect(cancelled).rejects.toThrow(LoginCancelled)
})

test('a token for another app, an expired token and a used code are refused', async () => {
  const { hub, facebook } = await startFacebook()
  for (const fault of ['wrong-audience', 'expired', 'reused-code']) {
    await injectIdentityFault(hub, 'facebook', fault)
    await expect(loginAt(hub, facebook), fault).rejects.toThrow(IdentityNotVerified)
  }
})

test('a failure of Facebook is reported as unavailability', async () => {
  const { hub, facebook } = await startFacebook()
  for (const target of ['facebook:token', 'facebook:debug_token', 'facebook:me']) {
    for (const kind of ['500', 'reset'] as const) {
      await injectEndpointFault(hub, target, kind)
      await expect(loginAt(hub, facebook), `${target} ${kind}`).rejects.toThrow(ProviderUnavailable)
    }
  }
})
