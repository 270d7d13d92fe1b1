import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

const production = test.extend('hubOptions', {
  env: {
    HUB_MODE: 'production',
    SMTP_URL: 'smtp://127.0.0.1:1',
    REQUESTS_PER_MINUTE: '30',
    STRIPE_SECRET_KEY: 'sk_live_key',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_live',
  },
})

async function collectStatuses(hub: TestHub, times: number, path: string, body: string): Promise<number[]> {
  const statuses: number[] = []
  for (let time = 0; time < times; time++) {
    const headers = { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=forged' }
    statuses.push((await fetch(`${hub.url}${path}`, { method: 'POST', headers, body })).status)
  }
  return statuses
}

production('an address may post 120 forged provider events a minute', async ({ hub }) => {
  const statuses = await collectStatuses(hub, 122, '/webhooks/stripe', '{}')
  expect(new Set(statuses.slice(0, 120))).toEqual(new Set([400]))
  expect(statuses.slice(120)).toEqual([429, 429])
})

production('an address may open as many hub sessions a minute as it may make calls', async ({ hub }) => {
  const statuses = await collectStatuses(hub, 32, '/api/session/get', JSON.stringify({ project: 'islandm3' }))
  expect(new Set(statuses.slice(0, 30))).toEqual(new Set([200]))
  expect(statuses.slice(30)).toEqual([429, 429])
})
