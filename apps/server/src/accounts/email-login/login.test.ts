import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { solveEasyCaptcha, toOutcome } from '../../../test/support/registration.ts'
import { startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS } from '../../platform/clock.ts'

const email = 'anna@example.org'
const password = 'Island2030'

async function hubWithPlayer(env?: Record<string, string>): Promise<TestHub> {
  const hub = await startTestHub({ env })
  await hub.context.accounts.ensureEmailAccount({ email, password, name: 'Anna' })
  return hub
}

function login(hub: TestHub, form: { email?: string; password?: string; captcha?: string } = {}) {
  return hub.call('POST /auth/login-by-email', { body: { email, password, ...form } })
}

async function failTimes(hub: TestHub, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await login(hub, { password: 'WrongPass1' })
}

test('a player logs in with email and password, in any spelling of the address', async () => {
  const hub = await hubWithPlayer()
  const response = await login(hub, { email: ' ANNA@EXAMPLE.ORG' })
  expect(response.body).toMatchObject({
    data: { result: { nickName: 'Anna', currentAuthType: 'mail', session: '' } },
  })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('passwords of clients that have left are not hashed', async () => {
  const hub = await hubWithPlayer()
  const count = 16 * availableParallelism() + 32
  const leaving = new AbortController()
  const logins = Array.from({ length: count }, () =>
    fetch(`${hub.url}/api/auth/login-by-email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
      signal: leaving.signal,
    }),
  )
  await Promise.race(logins)
  leaving.abort()
  await Promise.allSettled(logins)
  // Last in the queue.
  expect(toOutcome(await login(hub))).toBe('ok')
  const sessions = await hub.context.db.selectFrom('loginSessions').select('id').execute()
  expect(sessions.length).toBeLessThan(count / 2)
})

test('an unknown address and a wrong password have different refusals', async () => {
  const hub = await hubWithPlayer()
  expect(await login(hub, { email: 'nobody@example.org' })).toMatchObject({
    status: 404,
    body: { code: 'USER_NOT_EXIST_LOGIN_BY_EMAIL' },
  })
  expect(await login(hub, { password: 'WrongPass1' })).toMatchObject({
    status: 401,
    body: { code: 'INVALID_PASSWORD_LOGIN_BY_EMAIL', details: { captchaRequired: false } },
  })
})

test('after five failures a captcha is required, even with the right password', async () => {
  const hub = await hubWithPlayer()
  await failTimes(hub, 4)
  const fifth = await login(hub, { password: 'WrongPass1' })
  expect(fifth.body).toMatchObject({
    code: 'INVALID_PASSWORD_LOGIN_BY_EMAIL',
    details: { captchaRequired: true },
  })
  expect(await login(hub)).toMatchObject({
    status: 428,
    body: { code: 'CAPTCHA_REQUIRED', details: { purpose: 'login' } },
  })
  const captcha = await solveEasyCaptcha(hub, 'login')
  expect(toOutcome(await login(hub, { captcha }))).toBe('ok')
})

test('a successful login resets the failure count', async () => {
  const hub = await hubWithPlayer()
  await failTimes(hub, 4)
  expect(toOutcome(await login(hub))).toBe('ok')
  await failTimes(hub, 4)
  expect(toOutcome(await login(hub))).toBe('ok')
})

test('failures expire after an hour', async () => {
  const hub = await hubWithPlayer()
  await failTimes(hub, 5)
  expect(toOutcome(await login(hub))).toBe('CAPTCHA_REQUIRED')
  hub.clock.advance(HOUR_MS)
  expect(toOutcome(await login(hub))).toBe('ok')
})

test('failures of one player do not affect another', async () => {
  const hub = await hubWithPlayer()
  await failTimes(hub, 5)
  await hub.logIn('boris@example.org')
})

test('failures for an unknown address count, too', async () => {
  const hub = await hubWithPlayer()
  for (let time = 0; time < 5; time++) await login(hub, { email: 'nobody@example.org' })
  expect(toOutcome(await login(hub, { email: 'nobody@example.org' }))).toBe('CAPTCHA_REQUIRED')
})

test('an IP address that fails with many accounts has to solve a captcha', async () => {
  const hub = await hubWithPlayer({ TRUST_PROXY: 'true' })
  const from = (ip: string, email: string) =>
    hub.call('POST /auth/login-by-email', {
      body: { email, password },
      headers: { 'x-forwarded-for': ip },
    })
  for (let account = 0; account < 50; account++) {
    expect(toOutcome(await from('192.0.2.1', `nobody${account}@example.org`))).toBe(
      'USER_NOT_EXIST_LOGIN_BY_EMAIL',
    )
  }
  expect(toOutcome(await from('192.0.2.1', email))).toBe('CAPTCHA_REQUIRED')
  expect(toOutcome(await from('192.0.2.2', email))).toBe('ok')
})

test('of a hundred concurrent guesses only five are evaluated', async () => {
  const hub = await hubWithPlayer()
  const responses = await Promise.all(
    Array.from({ length: 100 }, () => login(hub, { password: 'WrongPass1' })),
  )
  const codes = responses.map(toOutcome)
  expect(codes.filter((code) => code === 'INVALID_PASSWORD_LOGIN_BY_EMAIL')).toHaveLength(5)
  expect(codes.filter((code) => code === 'CAPTCHA_REQUIRED')).toHaveLength(95)
})

test('forty concurrent logins of one player succeed', async () => {
  const hub = await hubWithPlayer()
  const responses = await Promise.all(Array.from({ length: 40 }, () => login(hub)))
  expect(responses.every((response) => response.ok)).toBe(true)
})
