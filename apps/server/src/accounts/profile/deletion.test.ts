import { expect } from 'vitest'
import { issueTokens } from '../../../test/support/accounts/sandbox-identity.ts'
import { test } from '../../../test/support/hub-test.ts'
import { stripeCheckout } from '../../../test/support/payments/stripe-checkout.ts'
import {
  beginRegistration,
  emailsTo,
  newestCode,
  register,
  toOutcome,
} from '../../../test/support/registration.ts'
import { supportClient } from '../../../test/support/support-client.ts'
import { type Player, startTestHub, type TestHub } from '../../../test/support/test-hub.ts'
import { createContext } from '../../context.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'

const email = 'anna@example.org'
const graceMs = 14 * DAY_MS

async function askForDeletion(hub: TestHub, player: Player, headers?: Record<string, string>) {
  const { data } = await hub.callOk('POST /me/deletion', { as: player, headers })
  return data.result.deletionAt
}

async function isHeld(hub: TestHub, { jwt }: Pick<Player, 'jwt'>): Promise<boolean> {
  const { data } = await hub.callOk('GET /auth/check/{jwt}', { params: { jwt } })
  return data.result
}

async function loginByGoogle(hub: TestHub): Promise<Player> {
  const { accessToken } = await issueTokens(hub, { provider: 'google', persona: 'anna' })
  const { data } = await hub.callOk('POST /auth/google-login-native', { body: { accessToken } })
  return { ...data.result, email: '', password: '' }
}

test('an account is erased exactly fourteen days after the request', async ({ hub }) => {
  const player = await hub.logIn(email)
  expect(await askForDeletion(hub, player)).toBe(hub.clock.now() + graceMs)
  await hub.passTime(graceMs - 1)
  const again = await hub.logIn(email)
  expect(again.userId).toBe(player.userId)
  expect((await hub.callOk('GET /me', { as: again })).data.result.deletionAt).toBe(hub.clock.now() + 1)

  await hub.passTime(1)
  for (const { jwt } of [player, again]) {
    expect(toOutcome(await hub.call('GET /me', { headers: { authorization: `Bearer ${jwt}` } }))).toBe(
      'UNAUTHORIZED',
    )
    expect(await isHeld(hub, { jwt })).toBe(false)
  }
  const { password } = player
  const login = await hub.call('POST /auth/login-by-email', { body: { email, password } })
  expect(toOutcome(login)).toBe('USER_NOT_EXIST_LOGIN_BY_EMAIL')
})

test('twenty concurrent requests keep the first date and send one email', async ({ hub }) => {
  const player = await hub.logIn(email)
  const first = hub.clock.now() + graceMs
  const dates = await Promise.all(Array.from({ length: 20 }, () => askForDeletion(hub, player)))
  expect(new Set(dates)).toEqual(new Set([first]))
  hub.clock.advance(DAY_MS)
  expect(await askForDeletion(hub, await hub.logIn(email))).toBe(first)
  expect(await emailsTo(hub, email)).toHaveLength(1)
})

test.each([
  ['en', 'Your Playhub account will be deleted', '15 January 2030 at 00:00 UTC', 'Keep my account'],
  ['ru', 'Аккаунт Playhub будет удалён', '15 января 2030', 'Оставить аккаунт'],
])('an email in %s says when, and how to keep the account', async (language, subject, when, button) => {
  const hub = await startTestHub()
  const player = await hub.logIn(email)
  await askForDeletion(hub, player, { 'frontend-language': language })
  const [message] = await emailsTo(hub, email)
  expect(message?.subject).toBe(subject)
  for (const body of [message?.text, message?.html]) {
    expect(body).toContain(when)
    expect(body).toContain(button)
    expect(body).toContain(`${hub.url}/settings`)
  }
})

test('a player can cancel the deletion and request it again', async ({ hub }) => {
  const player = await hub.logIn(email)
  await askForDeletion(hub, player)
  hub.clock.advance(graceMs - 1)
  const undone = await hub.callOk('POST /me/deletion/undo', { as: player })
  expect(undone.data.result.deletionAt).toBeNull()
  expect((await hub.callOk('POST /me/deletion/undo', { as: player })).data.result.deletionAt).toBeNull()
  const second = hub.clock.now() + graceMs
  expect(await askForDeletion(hub, await hub.logIn(email))).toBe(second)
  await hub.passTime(graceMs - 1)
  expect((await hub.callOk('GET /me', { as: await hub.logIn(email) })).data.result.deletionAt).toBe(second)
})

test('a due deletion cannot be cancelled, even before the erasure', async ({ hub }) => {
  const player = await hub.logIn(email)
  await askForDeletion(hub, player)
  hub.clock.advance(graceMs)
  expect(toOutcome(await hub.call('POST /me/deletion/undo', { as: player }))).toBe('UNAUTHORIZED')
})

test('only payment records remain', async ({ hub }) => {
  const { db } = hub.context
  const player = await hub.logIn(email)
  const checkout = stripeCheckout(hub)
  await hub.callOk('POST /payments/update-mail-to-receive-check', {
    as: player,
    body: { email: 'receipts@example.org' },
  })
  await hub.callOk('POST /payments/send-letter-support', {
    as: player,
    body: { data: { email, reason: 'OTHER', message: 'I am Anna' } },
  })
  await hub.callOk('POST /me/names', { as: player, body: { firstName: 'Anna', lastName: 'Karenina' } })
  const { orderId } = await checkout.buy(player)
  const { session } = await hub.callOk('POST /session/get', { body: { uid: 'uid of anna' } })
  const { password } = player
  await hub.callOk('POST /auth/login-by-email', { body: { email, password }, headers: { session } })
  await askForDeletion(hub, player)
  hub.clock.advance(graceMs - HOUR_MS)
  await hub.callOk('POST /auth/recovery-password', { body: { email } })
  await hub.runDueJobs()
  await hub.passTime(HOUR_MS)

  for (const table of [
    'accounts',
    'identities',
    'credentials',
    'loginSessions',
    'codes',
    'resetTickets',
    'hubSessions',
    'tickets',
    'ticketMessages',
  ] as const) {
    expect([table, await db.selectFrom(table).selectAll().execute()]).toEqual([table, []])
  }
  const orders = await db.selectFrom('orders').selectAll().execute()
  const purchases = await db.selectFrom('purchases').selectAll().execute()
  const receipts = await db.selectFrom('receipts').selectAll().execute()
  expect(orders).toMatchObject([{ id: orderId, playerId: player.userId, status: 'paid' }])
  expect(purchases).toMatchObject([{ orderId, state: 'granted' }])
  expect(receipts).toMatchObject([{ orderId, email: null }])
  const attempts = await db.selectFrom('attempts').selectAll().execute()
  const providerEvents = await db.selectFrom('providerEvents').selectAll().execute()
  expect(attempts).toHaveLength(1)
  expect(providerEvents.length).toBeGreaterThan(0)
  const kept = JSON.stringify([orders, purchases, receipts, attempts, providerEvents])
  expect(kept).not.toMatch(/anna|Karenina|@example\.org/i)
  expect(await hub.context.accounts.findAccount(player.userId)).toBeUndefined()
})

test('the address can be registered again, and pending codes are deleted', async ({ hub }) => {
  const player = await hub.logIn(email)
  await askForDeletion(hub, player)
  await hub.passTime(graceMs)
  const newcomer = await register(hub, email)
  expect(newcomer.userId).not.toBe(player.userId)
  expect(await isHeld(hub, newcomer)).toBe(true)
  expect(await isHeld(hub, player)).toBe(false)
  await hub.runDueJobs()
  expect(await isHeld(hub, newcomer)).toBe(true)
})

test('the same identity gets a new account', async ({ hub }) => {
  const before = await loginByGoogle(hub)
  await askForDeletion(hub, before)
  hub.clock.advance(graceMs - 1)
  expect((await loginByGoogle(hub)).userId).toBe(before.userId)
  await hub.passTime(1)
  const after = await loginByGoogle(hub)
  expect(after.userId).not.toBe(before.userId)
  expect((await hub.callOk('GET /me', { as: after })).data.result.deletionAt).toBeNull()
  expect(await isHeld(hub, before)).toBe(false)
})

test('a pending registration of an erased address is deleted', async ({ hub }) => {
  const player = await loginByGoogle(hub)
  const { data } = await hub.callOk('GET /me', { as: player })
  const email = data.result.email as string
  await askForDeletion(hub, player)
  hub.clock.advance(graceMs - HOUR_MS / 2)
  expect(toOutcome(await beginRegistration(hub, email))).toBe('ok')
  await hub.runDueJobs()
  await hub.passTime(HOUR_MS / 2)
  expect(await hub.context.db.selectFrom('registrations').selectAll().execute()).toEqual([])
  expect(await hub.context.db.selectFrom('codes').selectAll().execute()).toEqual([])
})

test('a code stays if another account logs in with the email', async ({ hub }) => {
  const viaGoogle = await loginByGoogle(hub)
  const email = (await hub.callOk('GET /me', { as: viaGoogle })).data.result.email as string
  const viaMail = await hub.logIn(email)
  expect(viaMail.userId).not.toBe(viaGoogle.userId)
  await askForDeletion(hub, viaGoogle)
  hub.clock.advance(graceMs - 1)
  await hub.callOk('POST /auth/recovery-password', { body: { email } })
  const code = await newestCode(hub, email)
  await hub.passTime(1)
  const body = { email, code }
  expect(toOutcome(await hub.call('POST /auth/send-recovery-password-code', { body }))).toBe('ok')
})

test('other accounts stay unchanged', async ({ hub }) => {
  const [anna, boris] = [await hub.logIn(email), await hub.logIn('boris@example.org')]
  await hub.callOk('POST /auth/recovery-password', { body: { email: boris.email } })
  await askForDeletion(hub, anna)
  await hub.passTime(graceMs)
  expect((await hub.callOk('GET /me', { as: boris })).data.result).toMatchObject({
    userId: boris.userId,
    email: boris.email,
    deletionAt: null,
  })
})

test('an account whose job was lost is erased within the hour, also by two hubs at once', async ({ hub }) => {
  const { config, db, log } = hub.context
  const another = await createContext(config, { clock: hub.clock, log, db })
  const player = await hub.logIn(email)
  await askForDeletion(hub, player)
  await db.deleteFrom('jobs').where('kind', '=', 'accounts.erase').execute()
  hub.clock.advance(graceMs)
  await Promise.all([hub.runDueJobs(), another.jobs.runDue()])
  await Promise.all([hub.runDueJobs(), another.jobs.runDue()])
  expect(await db.selectFrom('accounts').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('jobs').selectAll().where('state', '=', 'dead').execute()).toEqual([])
})

test('requests concurrent with the erasure succeed before it or are refused, and leave no rows', async ({
  hub,
}) => {
  const { config, db, log } = hub.context
  const another = await createContext(config, { clock: hub.clock, log, db })
  const player = await hub.logIn(email)
  const support = supportClient(hub)
  const ticket = await support.openTicket(player)
  await askForDeletion(hub, player)
  hub.clock.advance(graceMs)
  const game = { project: 'islandm3', isFavourite: true }
  const calls = [
    () => support.send(player),
    () => hub.call('POST /me/library/favourite', { as: player, body: game }),
    () => hub.call('POST /me/library/played', { as: player, body: game }),
    () => hub.call('POST /me/library/merge', { as: player, body: { games: [] } }),
    () => hub.call('POST /play/token', { as: player, body: game }),
    () => support.reply(player, ticket, 'And one thing more'),
  ]
  const [outcomes] = await Promise.all([
    Promise.all(calls.map(async (call) => toOutcome(await call()))),
    another.jobs.runDue(),
  ])
  for (const outcome of outcomes) expect(['ok', 'UNAUTHORIZED', 'TICKET_NOT_FOUND']).toContain(outcome)
  for (const call of calls) expect(toOutcome(await call())).toBe('UNAUTHORIZED')
  for (const table of ['tickets', 'libraryGames', 'plays'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})

test('a cancellation concurrent with the erasure leaves the account complete or erased', async ({ hub }) => {
  const player = await hub.logIn(email)
  await askForDeletion(hub, player)
  hub.clock.advance(graceMs)
  await Promise.all([
    hub.runDueJobs(),
    ...Array.from({ length: 10 }, () => hub.call('POST /me/deletion/undo', { as: player })),
  ])
  expect(await hub.context.db.selectFrom('accounts').selectAll().execute()).toEqual([])
  expect(await hub.context.db.selectFrom('identities').selectAll().execute()).toEqual([])
})
