import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { eventCodeIn, openBrowser, readFlow } from '../../../../test/support/accounts/browser.ts'
import { test } from '../../../../test/support/hub-test.ts'
import type { TestHub } from '../../../../test/support/test-hub.ts'

const times = <T>(count: number, work: () => Promise<T>) => Promise.all(Array.from({ length: count }, work))

async function countRows(hub: TestHub, table: 'accounts' | 'identities' | 'loginSessions') {
  return (await hub.context.db.selectFrom(table).selectAll().execute()).length
}

test('two hundred callbacks with one state and fifty reads of the result create one account and one login session', async ({
  hub,
}) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const callback = await browser.approve(flow, 'google', 'anna')
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
  const redirects = await times(200, async () => {
    const { status, headers } = await fetch(callback, { redirect: 'manual', headers: { cookie } })
    expect(status).toBe(303)
    return eventCodeIn(new URL(headers.get('location') ?? '', hub.url))
  })
  expect(redirects.filter((code) => code === undefined)).toHaveLength(1)

  const states = await times(50, () => readFlow(hub, flow))
  const sessions = new Set(states.map(({ result }) => decodeJwt(result?.jwt ?? '').sid))
  expect(sessions.size).toBe(1)
  expect(await countRows(hub, 'accounts')).toBe(1)
  expect(await countRows(hub, 'identities')).toBe(1)
  expect(await countRows(hub, 'loginSessions')).toBe(1)
})

test('one person who logs in for the first time in twenty browsers at once gets one account', async ({
  hub,
}) => {
  const states = await times(20, async () => {
    const browser = openBrowser(hub)
    return browser.completeFlow(await browser.open(), 'yandex', 'clara')
  })
  expect(new Set(states.map(({ result }) => result?.userId)).size).toBe(1)
  expect(await countRows(hub, 'accounts')).toBe(1)
})
