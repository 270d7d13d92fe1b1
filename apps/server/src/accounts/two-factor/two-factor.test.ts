import { expect } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { openBrowser } from '../../../test/support/accounts/browser.ts'
import {
  startLogin as createTicket,
  enterCode as enter,
  logIn,
  periodMs,
  turnOn,
} from '../../../test/support/accounts/two-factor.ts'
import { test as ownHubTest } from '../../../test/support/hub-test.ts'
import { emailsTo, requestResetTicket, toOutcome } from '../../../test/support/registration.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'

const wrongCode = '000000'

const behindProxy = test.extend('hubOptions', { env: { TRUST_PROXY: 'true' } })

test('a login by password asks for the code of the app, and the code completes it', async ({
  hub,
  player,
}) => {
  const { appCode } = await turnOn(hub, player)
  const ticket = await createTicket(hub, player)
  const loggedIn = await hub.callOk('POST /auth/second-factor', { body: { ticket, code: appCode() } })
  expect(loggedIn.data.result).toMatchObject({ userId: player.userId, currentAuthType: 'mail' })
  expect(await hub.callOk('GET /me', { as: { ...player, ...loggedIn.data.result } })).toBeTruthy()
})

test('an account without a two-factor method logs in by the password alone, also while it sets one up', async ({
  hub,
  player,
}) => {
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
  await hub.callOk('POST /me/second-factor/setup', { as: player })
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
})

test('a wrong password is refused without a hint at the two-factor method', async ({ hub, player }) => {
  await turnOn(hub, player)
  const response = await logIn(hub, { ...player, password: 'WrongPass1' })
  expect(toOutcome(response)).toBe('INVALID_PASSWORD_LOGIN_BY_EMAIL')
})

test('a code works once, also when two logins send it together', async ({ hub, player }) => {
  const { appCode } = await turnOn(hub, player)
  const tickets = [await createTicket(hub, player), await createTicket(hub, player)]
  const code = appCode()
  const outcomes = await Promise.all(tickets.map((ticket) => enter(hub, ticket, code)))
  expect(outcomes.toSorted()).toEqual(['SECOND_FACTOR_CODE_INCORRECT', 'ok'])
  expect(await enter(hub, await createTicket(hub, player), code)).toBe('SECOND_FACTOR_CODE_INCORRECT')
})

test('a ticket works for one login, and a wrong code does not use it up', async ({ hub, player }) => {
  const { appCode } = await turnOn(hub, player)
  const ticket = await createTicket(hub, player)
  expect(await enter(hub, ticket, wrongCode)).toBe('SECOND_FACTOR_CODE_INCORRECT')
  expect(await enter(hub, ticket, appCode())).toBe('ok')
  hub.clock.advance(periodMs)
  expect(await enter(hub, ticket, appCode())).toBe('SECOND_FACTOR_TICKET_INVALID')
})

test('a ticket ends after ten minutes and with the password, and cannot be forged', async ({
  hub,
  player,
}) => {
  const { appCode } = await turnOn(hub, player)
  const old = await createTicket(hub, player)
  hub.clock.advance(10 * MINUTE_MS)
  expect(await enter(hub, old, appCode())).toBe('SECOND_FACTOR_TICKET_INVALID')

  const ticket = await createTicket(hub, player)
  const [, ...rest] = ticket.split('.')
  const other = await hub.logIn()
  expect(await enter(hub, [other.userId, ...rest].join('.'), appCode())).toBe('SECOND_FACTOR_TICKET_INVALID')

  const { email } = player
  const resetTicket = await requestResetTicket(hub, email)
  const password = 'Fresh2031'
  await hub.callOk('POST /auth/activate-new-password', { body: { email, password, resetTicket } })
  expect(await enter(hub, ticket, appCode())).toBe('SECOND_FACTOR_TICKET_INVALID')
  // A recovered password does not turn two-factor off.
  expect(toOutcome(await logIn(hub, { ...player, password }))).toBe('SECOND_FACTOR_REQUIRED')
})

test('codes of the periods before and after are accepted, older ones are not', async ({ hub, player }) => {
  const { appCode } = await turnOn(hub, player)
  for (const [lateMs, outcome] of [
    [periodMs, 'ok'],
    [2 * periodMs, 'SECOND_FACTOR_CODE_INCORRECT'],
  ] as const) {
    hub.clock.advance(2 * periodMs)
    const code = appCode()
    hub.clock.advance(lateMs)
    expect(await enter(hub, await createTicket(hub, player), code)).toBe(outcome)
  }
})

test('after the clock was an hour ahead, the codes of the right time work at once', async ({
  hub,
  player,
}) => {
  const { appCode } = await turnOn(hub, player)
  hub.clock.advance(HOUR_MS)
  expect(await enter(hub, await createTicket(hub, player), appCode())).toBe('ok')
  hub.clock.advance(-HOUR_MS)
  expect(await enter(hub, await createTicket(hub, player), appCode())).toBe('ok')
})

test('each recovery code logs in once, in any letter case and without its hyphens', async ({
  hub,
  player,
}) => {
  const { recoveryCodes } = await turnOn(hub, player)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  expect(first).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/)
  expect(await enter(hub, await createTicket(hub, player), first)).toBe('ok')
  expect(await enter(hub, await createTicket(hub, player), first)).toBe('SECOND_FACTOR_CODE_INCORRECT')
  expect(await enter(hub, await createTicket(hub, player), second.toLowerCase().replaceAll('-', ''))).toBe(
    'ok',
  )
  const { data } = await hub.callOk('GET /me/second-factor', { as: player })
  expect(data.result).toEqual({ addedAt: expect.any(Number), recoveryCodesLeft: 8 })
})

behindProxy(
  'guesses are limited by network address, and the owner logs in from another one',
  async ({ hub, player }) => {
    const { appCode } = await turnOn(hub, player)
    for (let guess = 0; guess < 10; guess++) {
      expect(await enter(hub, await createTicket(hub, player), wrongCode)).toBe(
        'SECOND_FACTOR_CODE_INCORRECT',
      )
    }
    const ticket = await createTicket(hub, player)
    expect(await hub.call('POST /auth/second-factor', { body: { ticket, code: appCode() } })).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY_REQUESTS', details: { retryInSeconds: 3600 } },
    })
    const elsewhere = { 'x-forwarded-for': '203.0.113.7' }
    expect(await enter(hub, ticket, appCode(), elsewhere)).toBe('ok')
    hub.clock.advance(HOUR_MS)
    expect(await enter(hub, await createTicket(hub, player), appCode())).toBe('ok')
  },
)

test('turning it on and off needs a fresh reauthentication, and the password alone is none any more', async ({
  hub,
  player,
}) => {
  hub.clock.advance(10 * MINUTE_MS)
  const change = async (key: 'POST /me/second-factor/setup' | 'POST /me/second-factor/remove') =>
    toOutcome(await hub.call(key, { as: player }))
  const prove = async (code?: string) =>
    toOutcome(
      await hub.call('POST /me/reauthentication/password', {
        as: player,
        body: { password: player.password, ...(code !== undefined && { code }) },
      }),
    )
  expect(await change('POST /me/second-factor/setup')).toBe('REAUTHENTICATION_REQUIRED')
  expect(await prove()).toBe('ok')
  const { appCode } = await turnOn(hub, player)
  hub.clock.advance(10 * MINUTE_MS)
  expect(await change('POST /me/second-factor/remove')).toBe('REAUTHENTICATION_REQUIRED')
  expect(await prove()).toBe('SECOND_FACTOR_REQUIRED')
  expect(await prove(wrongCode)).toBe('SECOND_FACTOR_CODE_INCORRECT')
  expect(await change('POST /me/second-factor/remove')).toBe('REAUTHENTICATION_REQUIRED')
  expect(await prove(appCode())).toBe('ok')
  expect(await change('POST /me/second-factor/remove')).toBe('ok')
  expect(await change('POST /me/second-factor/remove')).toBe('SECOND_FACTOR_NOT_FOUND')
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
})

test('one in use is not replaced, and a wrong code turns nothing on', async ({ hub, player }) => {
  await hub.callOk('POST /me/second-factor/setup', { as: player })
  const confirm = await hub.call('POST /me/second-factor', { as: player, body: { code: wrongCode } })
  expect(toOutcome(confirm)).toBe('SECOND_FACTOR_CODE_INCORRECT')
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
  await turnOn(hub, player)
  const again = await hub.call('POST /me/second-factor/setup', { as: player })
  expect(toOutcome(again)).toBe('SECOND_FACTOR_EXISTS')
})

test('passkeys and providers log in without the code', async ({ hub, player }) => {
  const authenticator = createAuthenticator(hub)
  const options = (await hub.callOk('POST /me/passkeys/options', { as: player })).data.result
  const body = { name: 'Key', response: authenticator.create(options) }
  await hub.callOk('POST /me/passkeys', { as: player, body })
  const browser = openBrowser(hub)
  await browser.completeFlow(await browser.openLink(player), 'google', 'anna')
  await turnOn(hub, player)

  const challenge = (await hub.callOk('POST /auth/passkey/options')).data.result
  const response = authenticator.get(challenge)
  expect(toOutcome(await hub.call('POST /auth/passkey/login', { body: { response } }))).toBe('ok')
  const another = openBrowser(hub)
  const { status } = await another.completeFlow(await another.open(), 'google', 'anna')
  expect(status).toBe('signed-in')
})

test('new recovery codes replace the earlier ones and leave the app in use, with a fresh reauthentication and an email', async ({
  hub,
  player,
}) => {
  const renew = async () => toOutcome(await hub.call('POST /me/second-factor/recovery-codes', { as: player }))
  expect(await renew()).toBe('SECOND_FACTOR_NOT_FOUND')
  const { appCode, recoveryCodes } = await turnOn(hub, player)
  await hub.runDueJobs()
  const response = await hub.callOk('POST /me/second-factor/recovery-codes', { as: player })
  const renewed = response.data.result.recoveryCodes
  expect(new Set([...recoveryCodes, ...renewed]).size).toBe(20)
  expect(await enter(hub, await createTicket(hub, player), recoveryCodes[0] ?? '')).toBe(
    'SECOND_FACTOR_CODE_INCORRECT',
  )
  expect(await enter(hub, await createTicket(hub, player), renewed[0] ?? '')).toBe('ok')
  expect(await enter(hub, await createTicket(hub, player), appCode())).toBe('ok')
  hub.clock.advance(MINUTE_MS)
  expect((await emailsTo(hub, player.email)).map(({ subject }) => subject)).toContain(
    'New recovery codes were made — Playhub',
  )
  hub.clock.advance(10 * MINUTE_MS)
  expect(await renew()).toBe('REAUTHENTICATION_REQUIRED')
})

test('recovery codes that another login session replaced are restored by the link', async ({
  hub,
  player,
}) => {
  const elsewhere = await hub.logIn(player.email)
  const { recoveryCodes } = await turnOn(hub, player)
  await emailsTo(hub, player.email)
  const response = await hub.callOk('POST /me/second-factor/recovery-codes', { as: elsewhere })
  const token = await undoToken(hub, player.email)
  await hub.callOk('POST /auth/undo-account-change', { body: { token } })
  const [stolen = ''] = response.data.result.recoveryCodes
  expect(await enter(hub, await createTicket(hub, player), stolen)).toBe('SECOND_FACTOR_CODE_INCORRECT')
  expect(await enter(hub, await createTicket(hub, player), recoveryCodes[0] ?? '')).toBe('ok')
})

behindProxy(
  'ten wrong codes within an hour, from any address, are emailed to the owner once',
  async ({ hub, player }) => {
    const { appCode } = await turnOn(hub, player)
    const warnings = async () =>
      (await emailsTo(hub, player.email)).filter(
        ({ subject }) => subject === 'Somebody knows your Playhub password',
      )
    const guess = async (count: number) => {
      for (let index = 0; index < count; index++) {
        const address = { 'x-forwarded-for': `203.0.113.${index}` }
        await enter(hub, await createTicket(hub, player), wrongCode, address)
      }
    }
    await guess(9)
    expect(await enter(hub, await createTicket(hub, player), appCode())).toBe('ok')
    expect(await warnings()).toEqual([])
    const body = { password: player.password, code: wrongCode }
    const reauthentication = await hub.call('POST /me/reauthentication/password', { as: player, body })
    expect(toOutcome(reauthentication)).toBe('SECOND_FACTOR_CODE_INCORRECT')
    expect(await warnings()).toMatchObject([{ text: expect.stringContaining('/auth/recovery-password') }])
    await guess(12)
    expect(await warnings()).toHaveLength(1)
    hub.clock.advance(DAY_MS)
    await guess(10)
    expect(await warnings()).toHaveLength(2)
  },
)

/** Changes within a minute share an email. */
async function undoToken(hub: TestHub, email: string) {
  hub.clock.advance(MINUTE_MS)
  return (await emailsTo(hub, email))[0]?.text.match(/\/auth\/undo#([\w-]+)/)?.[1] ?? ''
}

test('both changes are emailed to the owner', async ({ hub, player }) => {
  await turnOn(hub, player)
  await hub.runDueJobs()
  hub.clock.advance(MINUTE_MS)
  await hub.callOk('POST /me/second-factor/remove', { as: player })
  const emails = await emailsTo(hub, player.email)
  expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
    'Two-step login was turned off — Playhub',
    'Two-step login was turned on — Playhub',
  ])
})

test('a two-factor method that another login session turned off is restored by the link, with its recovery codes', async ({
  hub,
  player,
}) => {
  const elsewhere = await hub.logIn(player.email)
  const { appCode, recoveryCodes } = await turnOn(hub, player)
  await emailsTo(hub, player.email)
  await hub.callOk('POST /me/second-factor/remove', { as: elsewhere })
  const token = await undoToken(hub, player.email)
  await hub.callOk('POST /auth/undo-account-change', { body: { token } })
  expect(await enter(hub, await createTicket(hub, player), appCode())).toBe('ok')
  expect(await enter(hub, await createTicket(hub, player), recoveryCodes[3] ?? '')).toBe('ok')
})

test('an owner whose attacker turned it on logs in again three days after the link of the email', async ({
  hub,
  player,
}) => {
  await turnOn(hub, player)
  const token = await undoToken(hub, player.email)
  await hub.callOk('POST /auth/undo-account-change', { body: { token } })
  await hub.passTime(3 * DAY_MS)
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
})

ownHubTest(
  'secrets and codes are in no export, log or row in the clear, and are erased with the account',
  async ({ hub, player }) => {
    const { recoveryCodes } = await turnOn(hub, player)
    const { secret } = await hub.context.db
      .selectFrom('secondFactors')
      .select('secret')
      .executeTakeFirstOrThrow()
    const exported = JSON.stringify(await hub.callOk('GET /me/export', { as: player }))
    const ticket = await createTicket(hub, player)
    const hashes = JSON.stringify(await hub.context.db.selectFrom('recoveryCodes').selectAll().execute())
    for (const text of [secret, ticket, ...recoveryCodes]) {
      expect(exported + hub.logs() + hashes).not.toContain(text)
    }
    const why = ['--by', 'olga', '--reason', 'Asked by email']
    await runOnHub(hub, ['players', 'delete', player.userId, '--now', ...why])
    await hub.runDueJobs()
    const left = await hub.context.db.selectFrom('secondFactors').selectAll().execute()
    expect([...left, ...(await hub.context.db.selectFrom('recoveryCodes').selectAll().execute())]).toEqual([])
  },
)

test('an operator turns it off for a player who has lost everything', async ({ hub, player }) => {
  const why = ['--by', 'olga', '--reason', 'Lost the phone']
  const remove = () => runOnHub(hub, ['players', 'remove-second-factor', player.userId, ...why])
  expect(await remove()).toMatchObject({ code: 1, printed: expect.stringContaining('no second factor') })
  await turnOn(hub, player)
  await hub.runDueJobs()
  expect(await remove()).toMatchObject({ code: 0 })
  expect(toOutcome(await logIn(hub, player))).toBe('ok')
  hub.clock.advance(MINUTE_MS)
  expect((await emailsTo(hub, player.email)).map(({ subject }) => subject)).toContain(
    'Two-step login was turned off — Playhub',
  )
})
