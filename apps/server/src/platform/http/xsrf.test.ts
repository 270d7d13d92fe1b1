import { expect } from 'vitest'
import { test } from '../../../test/support/shared-hub-test.ts'
import { startTestHub } from '../../../test/support/test-hub.ts'

const body = { email: 'player@example.test', password: 'Playhub2026' }

async function findRefusal(hub: Awaited<ReturnType<typeof startTestHub>>, headers: Record<string, string>) {
  const response = await hub.call('POST /auth/login-by-email', { body, headers })
  return response.ok ? null : response.body.code
}

test('the XSRF header must match its cookie', async ({ hub }) => {
  const pair = { cookie: 'XSRF-TOKEN=one', 'sec-fetch-site': 'same-origin' }
  expect(await findRefusal(hub, { ...pair, 'x-xsrf-token': 'two' })).toBe('XSRF_TOKEN_MISMATCH')
  expect(await findRefusal(hub, { ...pair, 'x-xsrf-token': 'one' })).toBe('USER_NOT_EXIST_LOGIN_BY_EMAIL')
})

test('over https a planted pair neither admits another host nor blocks our own pages', async () => {
  const hub = await startTestHub({ env: { PUBLIC_URL: 'https://hub.example' } })
  const planted = { cookie: 'XSRF-TOKEN=planted', 'x-xsrf-token': 'planted' }
  const foreign: Record<string, string>[] = [
    { origin: 'https://games.hub.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const from of foreign) {
    expect([from, await findRefusal(hub, { ...planted, ...from })]).toEqual([from, 'CROSS_SITE_REQUEST'])
  }
  const mismatched = { ...planted, 'x-xsrf-token': 'ours' }
  const admitted = 'USER_NOT_EXIST_LOGIN_BY_EMAIL'
  expect(await findRefusal(hub, { ...mismatched, origin: 'https://hub.example' })).toBe(admitted)
  expect(await findRefusal(hub, { ...mismatched, 'sec-fetch-site': 'same-origin' })).toBe(admitted)
  expect(await findRefusal(hub, mismatched)).toBe('XSRF_TOKEN_MISMATCH')
})

test('only a browser that keeps the XSRF cookie gets one', async ({ hub }) => {
  const cookiesFor = async (headers: Record<string, string>) =>
    (await hub.call('GET /auth/check/{jwt}', { params: { jwt: 'x' }, headers })).headers.getSetCookie().length
  expect(await cookiesFor({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' })).toBe(1)
  expect(await cookiesFor({ 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' })).toBe(1)
  expect(await cookiesFor({ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' })).toBe(0)
  expect(await cookiesFor({})).toBe(0)
})
