import { expect } from 'vitest'
import { test as hubTest } from '../../test/support/hub-test.ts'
import { sandboxControl } from '../../test/support/payments/sandbox-control.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import type { TestHub } from '../../test/support/test-hub.ts'

/** Apple's client secret is signed by the hub's clock and checked by the sandbox's. */
const now = new Date().toISOString()
const test = hubTest.extend('hubOptions', { now })

const doctor = (hub: TestHub) => runOnHub(hub, ['doctor', 'providers'])

test('with working keys, every provider is ok, and nothing is charged', async ({ hub }) => {
  const { code, printed } = await doctor(hub)
  expect(
    printed
      .split('\n')
      .map((line) => line.replace(/\s+/, ' '))
      .sort(),
  ).toEqual([
    'ok Apple knows our app',
    'ok Facebook knows our app',
    'ok Google knows our app',
    'ok Stripe accepts our keys, test mode',
    'ok Telegram knows our app',
    'ok VK ID knows our app',
    'ok Yandex ID knows our app',
    'ok Yandex Pay accepts our keys, test mode',
    'ok YooKassa accepts our keys, test mode',
  ])
  expect(code).toBe(0)
  expect(await sandboxControl(hub.sandboxUrl).payments()).toEqual([])
})

const wrongKeys = test.extend('hubOptions', {
  now,
  env: {
    GOOGLE_CLIENT_SECRET: 'wrong',
    APPLE_TEAM_ID: 'WRONGTEAM',
    VK_SERVICE_TOKEN: 'wrong',
    YANDEX_CLIENT_SECRET: 'wrong',
    TELEGRAM_CLIENT_SECRET: 'wrong',
    FACEBOOK_APP_SECRET: 'wrong',
  },
})

wrongKeys('wrong keys are named, without the keys', async ({ hub }) => {
  const { code, printed } = await doctor(hub)
  expect(code).toBe(1)
  for (const provider of ['Google', 'Apple', 'VK ID', 'Yandex ID', 'Telegram']) {
    expect(printed).toMatch(new RegExp(`wrong  ${provider}: It does not accept our keys`))
  }
  expect(printed).toMatch(/wrong {2}Facebook: It does not accept the app id and secret/)
})

test('a provider that does not answer is wrong, and the others are still checked', async ({ hub }) => {
  const { fault } = sandboxControl(hub.sandboxUrl)
  for (const target of ['stripe:account', 'yookassa:me', 'yandex-pay:jwks', 'google:token']) {
    await fault(target, '500', 9)
  }
  const { code, printed } = await doctor(hub)
  expect(code).toBe(1)
  expect(printed).toMatch(/wrong {2}Stripe: It did not accept the call/)
  expect(printed).toMatch(/wrong {2}YooKassa: It did not accept the call/)
  expect(printed).toMatch(/wrong {2}Yandex Pay: .*has no keys/)
  expect(printed).toMatch(/wrong {2}Google: .*HTTP 500/)
  expect(printed).toMatch(/ok {5}Apple/)
})
