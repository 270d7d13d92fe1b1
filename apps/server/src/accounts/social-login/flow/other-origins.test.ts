import { eventCodes } from '@playhub/contract'
import { expect } from 'vitest'
import { eventCodeIn, openBrowser, readFlow } from '../../../../test/support/accounts/browser.ts'
import { test } from '../../../../test/support/hub-test.ts'
import { startTestHub } from '../../../../test/support/test-hub.ts'

/** Another hub origin, such as a project's own host. */
const anotherUrl = (url: string) => url.replace('127.0.0.1', 'localhost')

test.each(['google', 'vk', 'yandex', 'facebook', 'telegram'])(
  'a login with %s that started at another origin of the hub returns there',
  async (provider) => {
    // The sandbox's signed tokens contain the real time.
    const hub = await startTestHub({ now: new Date().toISOString() })
    const home = anotherUrl(hub.url)
    const browser = openBrowser(hub, home)
    const flow = await browser.open()

    const callback = await browser.approve(flow, provider, 'anna')
    expect(callback.origin).toBe(hub.url)
    const wayHome = await browser.visit(callback, { site: 'cross-site' })
    expect(wayHome.origin).toBe(home)
    expect(await readFlow(hub, flow)).toMatchObject({ status: 'waiting' })
    const done = await browser.visit(wayHome, { site: 'cross-site' })
    expect(done.href).toBe(`${home}/session/loginDone`)
    expect(await readFlow(hub, flow)).toMatchObject({ status: 'signed-in' })
  },
)

test('a victim lured to the callback of a login from another origin does not complete it', async ({
  hub,
}) => {
  const attacker = openBrowser(hub, anotherUrl(hub.url))
  const flow = await attacker.open()
  const callback = await attacker.approve(flow, 'google', 'anna')

  const victim = openBrowser(hub, anotherUrl(hub.url))
  const wayHome = await victim.visit(callback, { site: 'cross-site' })
  const end = await victim.visit(wayHome, { site: 'cross-site' })
  expect(eventCodeIn(end)).toBe(eventCodes.SIGN_IN_STATE_NOT_FOUND)
  expect(await readFlow(hub, flow)).toMatchObject({ status: 'waiting' })
})

test('a foreign host is not an origin of the hub', async () => {
  const hub = await startTestHub({ env: { OTHER_ORIGINS: 'https://games.example.org' } })
  const isOther = hub.context.config.http.isOtherOrigin
  expect(isOther('https://games.example.org')).toBe(true)
  for (const origin of ['https://evil.example', 'http://localhost', 'https://games.example.org.evil.example'])
    expect(isOther(origin)).toBe(false)
})
