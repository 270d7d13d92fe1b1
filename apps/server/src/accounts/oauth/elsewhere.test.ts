import { eventCodes } from '@playhub/contract'
import { expect } from 'vitest'
import { test } from '../../testing/hub-test.ts'
import { startTestHub } from '../../testing/test-hub.ts'
import { eventCodeIn, openBrowser, stateOf } from './testing/browser.ts'

/** Another address of the hub than its public one, as a tenant's own host is. */
const anotherAddress = (url: string) => url.replace('127.0.0.1', 'localhost')

test.each(['google', 'vk', 'yandex', 'facebook', 'telegram'])(
  'a sign-in by %s that began at another address of the hub ends there',
  async (provider) => {
    // What these companies sign has the time of the real clock.
    const hub = await startTestHub({ now: new Date().toISOString() })
    const home = anotherAddress(hub.url)
    const browser = openBrowser(hub, home)
    const flow = await browser.open()

    const callback = await browser.answer(flow, provider, 'anna')
    expect(callback.origin).toBe(hub.url)
    const wayHome = await browser.visit(callback, { site: 'cross-site' })
    expect(wayHome.origin).toBe(home)
    expect(await stateOf(hub, flow)).toMatchObject({ status: 'waiting' })
    const done = await browser.visit(wayHome, { site: 'cross-site' })
    expect(done.href).toBe(`${home}/session/loginDone`)
    expect(await stateOf(hub, flow)).toMatchObject({ status: 'signed-in' })
  },
)

test('somebody lured to the answer of a sign-in that began at another address ends nothing', async ({
  hub,
}) => {
  const attacker = openBrowser(hub, anotherAddress(hub.url))
  const flow = await attacker.open()
  const callback = await attacker.answer(flow, 'google', 'anna')

  const victim = openBrowser(hub, anotherAddress(hub.url))
  const wayHome = await victim.visit(callback, { site: 'cross-site' })
  const end = await victim.visit(wayHome, { site: 'cross-site' })
  expect(eventCodeIn(end)).toBe(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  expect(await stateOf(hub, flow)).toMatchObject({ status: 'waiting' })
})

test('a host that is not the hub’s is no way home', async () => {
  const hub = await startTestHub({ env: { OTHER_ORIGINS: 'https://games.example.org' } })
  const isOther = hub.context.config.http.isOtherOrigin
  expect(isOther('https://games.example.org')).toBe(true)
  for (const origin of ['https://evil.example', 'http://localhost', 'https://games.example.org.evil.example'])
    expect(isOther(origin)).toBe(false)
})
