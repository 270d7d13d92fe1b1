import { eventCodes } from '@playhub/contract'
import { expect } from 'vitest'
import { eventCodeIn, loginWith, openBrowser, readFlow } from '../../../../test/support/accounts/browser.ts'
import {
  injectEndpointFault,
  injectIdentityFault,
  type ProviderName,
} from '../../../../test/support/accounts/sandbox-identity.ts'
import { test } from '../../../../test/support/hub-test.ts'
import type { TestHub } from '../../../../test/support/test-hub.ts'

const failureCodes = {
  google: eventCodes.SIGN_IN_GOOGLE_FAILED,
  vk: eventCodes.SIGN_IN_VK_FAILED,
  yandex: eventCodes.SIGN_IN_YANDEX_FAILED,
} as const
type Method = keyof typeof failureCodes

async function loginAt(hub: TestHub, method: Method) {
  const browser = openBrowser(hub)
  return browser.completeFlow(await browser.open(), method)
}

const faults: [Method, string][] = [
  ['google', 'wrong-audience'],
  ['google', 'expired'],
  ['google', 'bad-signature'],
  ['google', 'reused-code'],
  ['google', 'missing-nonce'],
  ['google', 'wrong-nonce'],
  ['vk', 'expired'],
  ['vk', 'reused-code'],
  ['vk', 'wrong-token-state'],
  ['vk', 'confidential-app'],
  ['yandex', 'wrong-audience'],
  ['yandex', 'expired'],
  ['yandex', 'reused-code'],
]

for (const [method, fault] of faults) {
  test(`${method} with ${fault} signs nobody in`, async ({ hub }) => {
    await injectIdentityFault(hub, method, fault)
    expect(await loginAt(hub, method)).toEqual({
      status: 'failed',
      result: null,
      errorCode: failureCodes[method],
    })
    expect(hub.logs()).toContain('Identity not verified')
    expect((await loginAt(hub, method)).status).toBe('signed-in')
  })
}

const endpoints: [Method, string][] = [
  ['google', 'google:token'],
  ['google', 'google:certs'],
  ['vk', 'vk:token'],
  ['vk', 'vk:user_info'],
  ['yandex', 'yandex:token'],
  ['yandex', 'yandex:info'],
]

for (const [method, endpoint] of endpoints) {
  test(`a failure of ${endpoint} only fails the login`, async ({ hub }) => {
    const failed = { status: 'failed', result: null, errorCode: failureCodes[method] }
    for (const kind of ['500', 'reset'] as const) {
      await injectEndpointFault(hub, endpoint, kind)
      expect(await loginAt(hub, method)).toEqual(failed)
    }
    expect(hub.logs()).toContain('Identity provider unavailable')
    expect(hub.logs()).not.toContain('"level":50')
  })
}

test('a request to a provider times out after five seconds', async ({ hub }) => {
  await injectEndpointFault(hub, 'google:token', 'timeout')
  expect((await loginAt(hub, 'google')).status).toBe('failed')
  expect(hub.logs()).toContain('Identity provider unavailable')
})

test('a callback with an unknown state is refused', async ({ hub }) => {
  for (const method of ['google', 'vk', 'yandex'] satisfies ProviderName[]) {
    await injectIdentityFault(hub, method, 'wrong-state')
    const browser = openBrowser(hub)
    const flow = await browser.open()
    expect(eventCodeIn(await browser.visit(await browser.approve(flow, method, 'anna')))).toBe(
      eventCodes.SIGN_IN_STATE_NOT_FOUND,
    )
    expect(await readFlow(hub, flow)).toMatchObject({ status: 'waiting' })
  }
})

test('VK can pack the callback parameters into one', async ({ hub }) => {
  await injectIdentityFault(hub, 'vk', 'payload-callback')
  expect((await loginAt(hub, 'vk')).status).toBe('signed-in')
})

test('a VK id above 32 bits is preserved', async ({ hub }) => {
  const { userId } = await loginWith(hub, 'vk', 'dmitri')
  expect((await loginWith(hub, 'vk', 'dmitri')).userId).toBe(userId)
})

test('an error other than a cancellation fails the flow', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { searchParams } = await browser.authorize(flow, 'google')
  const response = { error: 'server_error', state: searchParams.get('state') ?? '' }
  await browser.visit(`/passport/google/callback?${new URLSearchParams(response)}`)
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'failed' })
})

test('a callback without a code fails the flow', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { searchParams } = await browser.authorize(flow, 'yandex')
  const response = { state: searchParams.get('state') ?? '' }
  await browser.visit(`/passport/yandex/callback?${new URLSearchParams(response)}`)
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'failed' })
})
