import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { beginRegistration, emailsTo, solveCaptcha, toOutcome } from '../../test/support/registration.ts'
import { DAY_MS, HOUR_MS } from '../platform/clock.ts'

const demo = { email: 'Demo@Playhub.example', password: 'Playhub2030', name: 'Demo' }

test('a seed account is created once, even by hubs that start at the same time', async ({ hub }) => {
  const { context } = hub
  const { ensureEmailAccount } = context.accounts
  const ids = await Promise.all([1, 2, 3].map(() => ensureEmailAccount(demo)))
  expect(new Set(ids).size).toBe(1)
  expect(await ensureEmailAccount({ ...demo, password: 'Another2030' })).toBe(ids[0])
  expect(await context.db.selectFrom('accounts').select('email').execute()).toEqual([
    { email: 'demo@playhub.example' },
  ])
})

test('other capabilities can read an account and save its receipt email', async ({ hub }) => {
  const { context, clock } = hub
  const { ensureEmailAccount, findAccount, saveReceiptEmail } = context.accounts
  const playerId = await ensureEmailAccount(demo)
  await saveReceiptEmail(context.db, playerId, 'receipts@example.org')
  expect(await findAccount(playerId)).toEqual({
    playerId,
    email: 'demo@playhub.example',
    receiptEmail: 'receipts@example.org',
    nickName: 'Demo',
    currentAuthType: 'mail',
    language: 'en',
    createdAt: clock.now(),
    isBanned: false,
  })
  expect(await findAccount('nobody')).toBeUndefined()
})

test('expired rows are deleted', async ({ hub }) => {
  const { db } = hub.context
  await hub.logIn()
  await beginRegistration(hub, 'anna@example.org')
  await hub.call('POST /auth/login-by-email', { body: { email: 'b@example.org', password: 'WrongPass1' } })
  await emailsTo(hub, 'anna@example.org')
  await hub.passTime(HOUR_MS)
  expect(await db.selectFrom('captchaSolutions').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('registrations').select('email').execute()).toHaveLength(1)
  await hub.passTime(DAY_MS)
  for (const table of ['registrations', 'codes', 'counters'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
  expect(await db.selectFrom('loginSessions').select('id').execute()).toHaveLength(1)
  await hub.passTime(30 * DAY_MS)
  expect(await db.selectFrom('loginSessions').select('id').execute()).toEqual([])
})

test('a registration expires after a day', async ({ hub }) => {
  await beginRegistration(hub, 'anna@example.org')
  hub.clock.advance(DAY_MS)
  const response = await hub.call('POST /auth/resend-verification-code', {
    body: { email: 'anna@example.org' },
  })
  expect(toOutcome(response)).toBe('CODE_EXPIRED')
  expect(await solveCaptcha(hub, 'registration')).toEqual(expect.any(String))
})
