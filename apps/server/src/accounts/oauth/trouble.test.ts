import { eventCodes } from '@playhub/contract'
import { expect } from 'vitest'
import { test } from '../../testing/hub-test.ts'
import type { TestHub } from '../../testing/test-hub.ts'
import { breakDown, misbehave, type ProviderName } from '../testing/sandbox-identity.ts'
import { eventCodeIn, openBrowser, signInBy, stateOf } from './testing/browser.ts'

const failureCodes = {
  google: eventCodes.SIGN_IN_GOOGLE_FAILED,
  vk: eventCodes.SIGN_IN_VK_FAILED,
  yandex: eventCodes.SIGN_IN_YANDEX_FAILED,
} as const
type Method = keyof typeof failureCodes

async function goThrough(hub: TestHub, method: Method) {
  const browser = openBrowser(hub)
  return browser.goThrough(await browser.open(), method)
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
  ['yandex', 'wrong-audience'],
  ['yandex', 'expired'],
  ['yandex', 'reused-code'],
]

for (const [method, fault] of faults) {
  test(`${method} with ${fault} signs nobody in`, async ({ hub }) => {
    await misbehave(hub, method, fault)
    expect(await goThrough(hub, method)).toEqual({
      status: 'failed',
      result: null,
      errorCode: failureCodes[method],
    })
    expect(hub.logs()).toContain('An identity was not proven')
    expect((await goThrough(hub, method)).status).toBe('signed-in')
  })
}

const doors: [Method, string][] = [
  ['google', 'google:token'],
  ['google', 'google:certs'],
  ['vk', 'vk:token'],
  ['vk', 'vk:user_info'],
  ['yandex', 'yandex:token'],
  ['yandex', 'yandex:info'],
]

for (const [method, door] of doors) {
  test(`a sign-in fails, and no more, when ${door} breaks down`, async ({ hub }) => {
    const failed = { status: 'failed', result: null, errorCode: failureCodes[method] }
    for (const kind of ['500', 'reset'] as const) {
      await breakDown(hub, door, kind)
      expect(await goThrough(hub, method)).toEqual(failed)
    }
    expect(hub.logs()).toContain('A sign-in provider is unavailable')
    expect(hub.logs()).not.toContain('"level":50')
  })
}

test('a provider is waited for five seconds', async ({ hub }) => {
  await breakDown(hub, 'google:token', 'timeout')
  expect((await goThrough(hub, 'google')).status).toBe('failed')
  expect(hub.logs()).toContain('A sign-in provider is unavailable')
})

test('an answer with another state than ours is no answer', async ({ hub }) => {
  for (const method of ['google', 'vk', 'yandex'] satisfies ProviderName[]) {
    await misbehave(hub, method, 'wrong-state')
    const browser = openBrowser(hub)
    const flow = await browser.open()
    expect(eventCodeIn(await browser.visit(await browser.answer(flow, method, 'anna')))).toBe(
      eventCodes.SIGN_IN_STATE_NOT_FOUND,
    )
    expect(await stateOf(hub, flow)).toMatchObject({ status: 'waiting' })
  }
})

test('VK may pack its answer into one parameter', async ({ hub }) => {
  await misbehave(hub, 'vk', 'payload-callback')
  expect((await goThrough(hub, 'vk')).status).toBe('signed-in')
})

test('an id at VK that 32 bits cannot hold is one person', async ({ hub }) => {
  const { userId } = await signInBy(hub, 'vk', 'dmitri')
  expect((await signInBy(hub, 'vk', 'dmitri')).userId).toBe(userId)
})

test('an error that is no refusal fails the flow', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { searchParams } = await browser.leave(flow, 'google')
  const answer = { error: 'server_error', state: searchParams.get('state') ?? '' }
  await browser.visit(`/passport/google/callback?${new URLSearchParams(answer)}`)
  expect(await stateOf(hub, flow)).toMatchObject({ status: 'failed' })
})

test('an answer without a code fails the flow', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { searchParams } = await browser.leave(flow, 'yandex')
  const answer = { state: searchParams.get('state') ?? '' }
  await browser.visit(`/passport/yandex/callback?${new URLSearchParams(answer)}`)
  expect(await stateOf(hub, flow)).toMatchObject({ status: 'failed' })
})
