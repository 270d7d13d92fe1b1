import { expect } from 'vitest'
import { openBrowser } from '../../../../../test/support/accounts/browser.ts'
import { injectIdentityFault } from '../../../../../test/support/accounts/sandbox-identity.ts'
import { test } from '../../../../../test/support/hub-test.ts'
import type { TestHub } from '../../../../../test/support/test-hub.ts'

async function logIn(hub: TestHub) {
  const browser = openBrowser(hub)
  return browser.completeFlow(await browser.open(), 'vk')
}

test('tokens without a type are bearer tokens', async ({ hub }) => {
  await injectIdentityFault(hub, 'vk', 'missing-token-type')
  expect((await logIn(hub)).status).toBe('signed-in')
})

const keys = [
  ['service token', { VK_SERVICE_TOKEN: 'sandbox_vk_service_token' }],
  ['secret', { VK_CLIENT_SECRET: 'sandbox_vk_secret' }],
] as const
for (const [key, env] of keys) {
  const confidential = test.extend('hubOptions', { env })

  confidential(`a confidential app logs in with its ${key}`, async ({ hub }) => {
    await injectIdentityFault(hub, 'vk', 'confidential-app')
    expect((await logIn(hub)).status).toBe('signed-in')
    expect(hub.logs()).not.toContain(Object.values(env)[0])
  })
}

const wrong = test.extend('hubOptions', { env: { VK_SERVICE_TOKEN: 'of_another_app' } })
wrong('a wrong service token signs nobody in', async ({ hub }) => {
  expect((await logIn(hub)).status).toBe('failed')
  expect(hub.logs()).toContain('invalid_client')
})
