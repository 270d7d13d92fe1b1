/** Runs behind a trusted proxy, so tests choose the IP address; localhost is exempt in sandbox mode. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { toOutcome } from '../../support/registration.ts'
import { startTestHub, type TestHub } from '../../support/test-hub.ts'

const startHub = () => startTestHub({ env: { TRUST_PROXY: 'true', REQUESTS_PER_MINUTE: '30' } })
const from = (ip: string) => ({ 'x-forwarded-for': ip })

type Call = (hub: TestHub, address: string) => Promise<string>

const openFlow: Call = async (hub, ip) =>
  toOutcome(
    await hub.call('POST /auth/set-user-auth-state', { body: { id: randomUUID() }, headers: from(ip) }),
  )

const assertion = {
  id: 'x',
  rawId: 'x',
  type: 'public-key' as const,
  response: { clientDataJSON: 'x', authenticatorData: 'x', signature: 'x' },
}

const requests: Record<string, Call> = {
  'opening a flow': openFlow,
  'a Facebook login': async (hub, ip) =>
    toOutcome(await hub.call('POST /auth/facebook-login', { body: { profile: {} }, headers: from(ip) })),
  'a Google login': async (hub, ip) =>
    toOutcome(
      await hub.call('POST /auth/google-login-native', {
        body: { accessToken: 'ё' },
        headers: from(ip),
      }),
    ),
  'an Apple login': async (hub, ip) =>
    toOutcome(await hub.call('POST /auth/apple-login', { body: { idToken: 'x' }, headers: from(ip) })),
  'a passkey login': async (hub, ip) =>
    toOutcome(
      await hub.call('POST /auth/passkey/login', { body: { response: assertion }, headers: from(ip) }),
    ),
  'a Telegram login': async (hub, ip) =>
    toOutcome(await hub.call('POST /auth/telegram-login', { body: { userData: {} }, headers: from(ip) })),
}

test.each(Object.entries(requests))(
  '%s has a tenth of the rate limit per IP address',
  async (_call, call) => {
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
    expect(toOutcome(other)).toBe('ok')
  },
)

test('a forged X-Forwarded-For address does not bypass the limit', async () => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 1; time <= 4; time++) outcomes.push(await openFlow(hub, `203.0.113.${time}, 192.0.2.1`))
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS'])
})

test.each([
  ['an IPv4 address with ports', (time: number) => `198.51.100.6:${4000 + time}`],
  ['an IPv6 address with ports', (time: number) => `[2001:db8::1]:${4000 + time}`],
  ['an IPv4 address in two spellings', (time: number) => (time % 2 ? '198.51.100.6' : '::ffff:198.51.100.6')],
  ['an address with zones', (time: number) => `fe80::1%eth${time}`],
  ['what is no address', (time: number) => `client-${time}`],
  ['nothing', (time: number) => (time % 2 ? 'unknown' : '203.0.113.1, ')],
])('%s in X-Forwarded-For is one client', async (_what, ip) => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 1; time <= 4; time++) outcomes.push(await openFlow(hub, ip(time)))
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS'])
})

test('an IPv6 network counts as one address', async () => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 1; time <= 4; time++) outcomes.push(await openFlow(hub, `2001:db8::${time}`))
  expect(outcomes).toEqual(['ok', 'ok', 'ok', 'TOO_MANY_REQUESTS'])
})

test('opening hub sessions has the general rate limit', async () => {
  const hub = await startHub()
  const outcomes: string[] = []
  for (let time = 0; time < 31; time++) {
    outcomes.push(toOutcome(await hub.call('POST /session/get', { body: {}, headers: from('192.0.2.1') })))
  }
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(30)
  expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS')
})
