/** Behind a proxy, so that each call has the address it likes; this machine's own is exempt in the sandbox. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { outcomeOf } from '../../testing/registration.ts'
import { startTestHub, type TestHub } from '../../testing/test-hub.ts'

const startHub = () => startTestHub({ env: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '30' } })
const from = (address: string) => ({ 'x-forwarded-for': address })

type Call = (hub: TestHub, address: string) => Promise<string>

const openFlow: Call = async (hub, address) =>
  outcomeOf(
    await hub.call('POST /auth/set-user-auth-state', { body: { id: randomUUID() }, headers: from(address) }),
  )

const calls: Record<string, Call> = {
  'opening flows': openFlow,
  'showing a Facebook token': async (hub, address) =>
    outcomeOf(await hub.call('POST /auth/facebook-login', { body: { profile: {} }, headers: from(address) })),
  'showing a Google token': async (hub, address) =>
    outcomeOf(
      await hub.call('POST /auth/google-login-native', {
        body: { accessToken: 'ё' },
        headers: from(address),
      }),
    ),
  'showing an Apple token': async (hub, address) =>
    outcomeOf(await hub.call('POST /auth/apple-login', { body: { idToken: 'x' }, headers: from(address) })),
  'showing data of Telegram': async (hub, address) =>
    outcomeOf(
      await hub.call('POST /auth/telegram-login', { body: { userData: {} }, headers: from(address) }),
    ),
}

test.each(Object.entries(calls))('%s has a tenth of the limit by address', async (_call, call) => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 0; time < 4; time++) outcomes.push(await call(hub, '192.0.2.1'))
  expect(outcomes.slice(0, 3)).not.toContain('TOO_MANY_REQUESTS')
  expect(outcomes[3]).toBe('TOO_MANY_REQUESTS')
  expect(await call(hub, '192.0.2.2')).not.toBe('TOO_MANY_REQUESTS')
  const other = await hub.call('GET /captcha/challenge', {
    query: { purpose: 'login' },
    headers: from('192.0.2.1'),
  })
  expect(outcomeOf(other)).toBe('ok')
})

test('an address that a caller invents hides neither theirs nor the limit', async () => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 1; time <= 4; time++) outcomes.push(await openFlow(hub, `203.0.113.${time}, 192.0.2.1`))
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS'])
})

test('a household with all of its addresses counts as one', async () => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 1; time <= 4; time++) outcomes.push(await openFlow(hub, `2001:db8::${time}`))
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS'])
})

test('hub sessions have the limit of any call', async () => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 0; time < 31; time++) {
    outcomes.push(outcomeOf(await hub.call('POST /session/get', { body: {}, headers: from('192.0.2.1') })))
  }
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(30)
  expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS')
})
