import { expect, test } from 'vitest'
import { test as hubTest } from '../../support/shared-hub-test.ts'
import { openSite } from '../../support/site.ts'
import { scoreResponse } from './observatory.ts'

const publicUrl = 'https://hub.test'

test.each([
  ['the catalogue', '/games/en/', 200],
  ['a game', '/games/en/islandm3/', 200],
  ['a search, which is not cached', '/games/en/?search=island', 200],
  ['a private page', '/transactions', 200],
  ['a redirect', '/', 302],
  ['a missing page', '/webhooks/nothing', 404],
  ['a missing game', '/games/en/nothing/', 302],
  ['a file', '/main_images/logo.svg', 200],
  ['a missing file', '/main_images/nothing.svg', 404],
])('%s has an A+ of the HTTP Observatory', async (_what, url, status) => {
  const site = await openSite({ PUBLIC_URL: publicUrl, GAMES_URL: 'https://games.test' })
  const { statusCode, headers, body } = await site.inject({
    url,
    headers: { accept: 'text/html', origin: 'https://observatory.test' },
  })
  expect(statusCode).toBe(status)
  const received = new Headers()
  for (const [name, value] of Object.entries(headers))
    for (const one of [value].flat()) received.append(name, String(one))
  expect(scoreResponse({ headers: received, body })).toEqual({ score: 100, broken: [] })
})

const inProduction = hubTest.extend('hubOptions', {
  env: { HUB_MODE: 'production', SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL: publicUrl },
})

inProduction.for([
  ['/api/captcha/challenge?purpose=registration', 200],
  ['/api/me', 401],
  ['/api/nothing', 404],
  ['/passport/auth/google', 404],
  ['/nothing', 404],
  ['/readyz', 200],
] as const)('%s has an A+ of the HTTP Observatory', async ([path, status], { hub }) => {
  const response = await fetch(`${hub.url}${path}`, {
    headers: { origin: 'https://observatory.test', 'sec-fetch-site': 'none' },
    redirect: 'manual',
  })
  expect(response.status).toBe(status)
  const { headers } = response
  expect(scoreResponse({ headers, body: await response.text() })).toEqual({ score: 100, broken: [] })
})
