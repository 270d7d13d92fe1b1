import { expect } from 'vitest'
import { test } from '../../testing/hub-test.ts'
import type { startTestHub } from '../../testing/test-hub.ts'

const body = { email: 'player@example.test', password: 'Playhub2026' }

async function refusalOf(hub: Awaited<ReturnType<typeof startTestHub>>, headers: Record<string, string>) {
  const answer = await hub.call('POST /auth/login-by-email', { body, headers })
  return answer.ok ? null : answer.body.code
}

test('pages of other sites cannot make a browser call the hub', async ({ hub }) => {
  expect(await refusalOf(hub, { origin: 'https://elsewhere.example' })).toBe('CROSS_SITE_REQUEST')
  expect(await refusalOf(hub, { 'sec-fetch-site': 'cross-site' })).toBe('CROSS_SITE_REQUEST')
})

test('the XSRF header must match its cookie', async ({ hub }) => {
  const pair = { cookie: 'XSRF-TOKEN=one', 'sec-fetch-site': 'same-origin' }
  expect(await refusalOf(hub, { ...pair, 'x-xsrf-token': 'two' })).toBe('XSRF_TOKEN_MISMATCH')
  expect(await refusalOf(hub, { ...pair, 'x-xsrf-token': 'one' })).toBe('USER_NOT_EXIST_LOGIN_BY_EMAIL')
})

test('only a browser that keeps the XSRF cookie gets one', async ({ hub }) => {
  const cookiesFor = async (headers: Record<string, string>) =>
    (await hub.call('GET /auth/check/{jwt}', { params: { jwt: 'x' }, headers })).headers.getSetCookie().length
  expect(await cookiesFor({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).toBe(1)
  expect(await cookiesFor({ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' })).toBe(1)
  expect(await cookiesFor({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' })).toBe(0)
  expect(await cookiesFor({})).toBe(0)
})
