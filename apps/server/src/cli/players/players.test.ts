import { sql } from 'kysely'
import { expect } from 'vitest'
import { gameServerClient, openGame } from '../../../test/support/game-server-client.ts'
import { test } from '../../../test/support/hub-test.ts'
import { hints } from '../../../test/support/payments/stripe-checkout.ts'
import { toOutcome } from '../../../test/support/registration.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'

const why = ['--by', 'olga', '--reason', 'Sold stolen cards']
const run = (hub: TestHub, command: string, options: string[] = []) =>
  runOnHub(hub, [...command.split(' '), ...options])
const json = readOnHub
const audited = (hub: TestHub, subject: string) => json(hub, `audit --subject ${subject}`)

test('a banned player is logged out at once and can neither log in, play nor order', async ({ hub }) => {
  const player = await hub.logIn('anna@example.org')
  await openGame(hub, player, 'islandm3')
  const ban = await run(hub, `players ban ${player.userId}`, why)
  expect(ban).toMatchObject({ code: 0, printed: expect.stringContaining('is banned and logged out') })

  expect(toOutcome(await hub.call('GET /me', { as: player }))).toBe('UNAUTHORIZED')
  const token = await hub.call('POST /play/token', { as: player, body: { project: 'islandm3' } })
  expect(toOutcome(token)).toBe('UNAUTHORIZED')
  const login = { body: { email: player.email, password: player.password } }
  expect(await hub.call('POST /auth/login-by-email', login)).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_BANNED' },
  })
  const game = gameServerClient(hub, 'sandbox_islandm3')
  const order = { body: { playerId: player.userId, itemId: hints } }
  expect(await game.getOutcome('POST /payments', order)).toBe('ACCOUNT_BANNED')

  await run(hub, `players unban ${player.userId}`, why)
  expect(toOutcome(await hub.call('GET /me', { as: player }))).toBe('UNAUTHORIZED')
  expect(toOutcome(await hub.call('POST /auth/login-by-email', login))).toBe('ok')
  expect(await game.getOutcome('POST /payments', order)).toBe('ok')
})

test('a login session that is created while its player is banned does not work', async ({ hub }) => {
  const player = await hub.logIn()
  await run(hub, `players ban ${player.userId}`, why)
  // Pretends that the login committed a moment after the ban had ended the login sessions.
  await hub.context.db.updateTable('loginSessions').set({ revokedAt: null }).execute()
  expect(toOutcome(await hub.call('GET /me', { as: player }))).toBe('UNAUTHORIZED')
})

test('every change names who made it, why, and what was before and after', async ({ hub }) => {
  const { userId } = await hub.logIn()
  for (const options of [
    [],
    ['--by', 'olga'],
    ['--reason', 'No name'],
    ['--by', '', '--reason', 'No name'],
  ]) {
    const { code, printed } = await run(hub, `players ban ${userId}`, options)
    expect([code, printed]).toEqual([1, expect.stringContaining('--by <operator> --reason <why>')])
  }
  expect(await audited(hub, userId)).toEqual([])

  await run(hub, `players ban ${userId}`, why)
  await run(hub, `players unban ${userId}`, ['--by', 'ivan', '--reason', 'It was his brother'])
  const at = hub.clock.now()
  expect(await audited(hub, userId)).toMatchObject([
    {
      action: 'player.unban',
      operator: 'ivan',
      before: { bannedAt: at, bannedUntil: null },
      after: { bannedAt: null },
    },
    {
      ...{ action: 'player.ban', operator: 'olga', reason: 'Sold stolen cards', at },
      ...{ before: { bannedAt: null }, after: { bannedAt: at } },
    },
  ])
  expect((await run(hub, 'audit --operator ivan')).printed).toMatch(
    new RegExp(`ivan +player\\.unban +${userId}`),
  )
  expect((await run(hub, `players ban ${newId()}`, why)).printed).toContain('There is no such player')
})

test('the database refuses to change or delete what the audit log says', async ({ hub }) => {
  const { db } = hub.context
  const { userId } = await hub.logIn()
  await run(hub, `players ban ${userId}`, why)
  await expect(sql`update audit_log set operator = 'nobody'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`update audit_log set reason = 'Another'`.execute(db)).rejects.toThrow('append-only')
  await expect(sql`update audit_log set "before" = '{}', "after" = '{}'`.execute(db)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`delete from audit_log`.execute(db)).rejects.toThrow('append-only')
  expect(await audited(hub, userId)).toMatchObject([{ operator: 'olga' }])
})

test('an operator finds a player by id, address or name, and signs the player out', async ({ hub }) => {
  const player = await hub.logIn('anna@example.org')
  await hub.logIn('boris@example.org')
  for (const text of [player.userId, 'ANNA@example.org']) {
    expect(await json(hub, `players find ${text}`)).toMatchObject([{ id: player.userId, bannedAt: null }])
  }
  expect(await json(hub, 'players find tes')).toHaveLength(2)
  expect((await run(hub, 'players find nobody')).printed).toBe('Nothing found.')
  expect((await run(hub, `players show ${player.userId}`)).printed).toMatch(/provider .*\n +mail/)

  expect((await run(hub, `players end-sessions ${player.userId}`, why)).printed).toMatch(/that ended: 1\.$/)
  expect(toOutcome(await hub.call('GET /me', { as: player }))).toBe('UNAUTHORIZED')
  expect(await json(hub, `players show ${player.userId}`)).toMatchObject({ loginSessions: [] })
})

test('an export holds what the player would get, and is recorded', async ({ hub }) => {
  const player = await hub.logIn('anna@example.org')
  await hub.callOk('POST /play/token', { as: player, body: { project: 'islandm3' } })
  const own = await hub.callOk('GET /me/export', { as: player })
  const { printed } = await run(hub, `players export ${player.userId}`, why)
  expect(JSON.parse(printed)).toEqual(own)
  expect(await audited(hub, player.userId)).toMatchObject([{ action: 'player.export', after: null }])
})

test('an account is deleted in a fortnight with an email to its player, or at once', async ({ hub }) => {
  const [anna, boris] = [await hub.logIn('anna@example.org'), await hub.logIn('boris@example.org')]
  await run(hub, `players delete ${anna.userId}`, why)
  expect(await hub.callOk('GET /me', { as: anna })).toMatchObject({
    data: { result: { deletionAt: hub.clock.now() + 14 * DAY_MS } },
  })
  await run(hub, `players delete ${boris.userId}`, ['--now', ...why])
  await hub.runDueJobs()
  expect(toOutcome(await hub.call('GET /me', { as: boris }))).toBe('UNAUTHORIZED')
  expect((await run(hub, `players show ${boris.userId}`)).code).toBe(1)
  await hub.passTime(14 * DAY_MS)
  expect((await run(hub, `players show ${anna.userId}`)).code).toBe(1)
  expect(await audited(hub, boris.userId)).toMatchObject([{ action: 'player.delete' }])
})

test('a ban can end by itself, and its end, reason and operator show', async ({ hub }) => {
  const player = await hub.logIn('anna@example.org')
  const login = { body: { email: player.email, password: player.password } }
  const logIn = async () => toOutcome(await hub.call('POST /auth/login-by-email', login))
  const order = () => gameServerClient(hub, 'sandbox_islandm3')
  await openGame(hub, player, 'islandm3')
  expect((await run(hub, `players ban ANNA@example.org --for 2d`, why)).printed).toContain(
    'is banned until 2030-01-03T00:00:00.000Z',
  )
  const shown = (await run(hub, 'players show anna@example.org')).printed
  expect(shown).toContain('bannedUntil: 2030-01-03T00:00:00.000Z')
  expect(shown).toMatch(/operator: olga\n\s+reason: Sold stolen cards/)

  hub.clock.advance(DAY_MS)
  expect(await logIn()).toBe('ACCOUNT_BANNED')
  await run(hub, `players ban ${player.userId} --until 2030-01-04`, ['--by', 'ivan', '--reason', 'Again'])
  const again = (await run(hub, `players show ${player.userId}`)).printed
  expect(again).toContain('bannedUntil: 2030-01-04T00:00:00.000Z')
  expect(again).toMatch(/operator: ivan\n\s+reason: Again/)

  hub.clock.advance(2 * DAY_MS)
  expect(toOutcome(await hub.call('GET /me', { as: player }))).toBe('UNAUTHORIZED')
  expect(await logIn()).toBe('ok')
  const body = { playerId: player.userId, itemId: hints }
  expect(await order().getOutcome('POST /payments', { body })).toBe('ok')
  await run(hub, `players unban anna@example.org`, why)
  expect(await json(hub, `players show ${player.userId}`)).toMatchObject({ ban: null, bannedUntil: null })
})

test('an end of a ban that is none is refused', async ({ hub }) => {
  const { userId } = await hub.logIn()
  for (const end of [
    '--for soon',
    '--for 2y',
    '--until 2030-13-01',
    '--until 2029-12-31',
    '--for 1d --until 2031-01-01',
  ]) {
    expect([end, (await run(hub, `players ban ${userId} ${end}`, why)).code]).toEqual([end, 1])
  }
  expect(await audited(hub, userId)).toEqual([])
})

test('players are found by a part of their email, and a blank text finds nobody', async ({ hub }) => {
  const player = await hub.logIn('anna_b@example.org')
  await hub.logIn('annaxb@example.org')
  for (const text of ['NNA_', 'anna_b@', '_b@example']) {
    expect(await json(hub, `players find ${text}`)).toMatchObject([{ id: player.userId }])
  }
  expect(await json(hub, 'players find example.org')).toHaveLength(2)
  for (const command of ['players find', 'orders find']) {
    const { code, printed } = await runOnHub(hub, [...command.split(' '), ' '])
    expect([code, printed]).toEqual([1, expect.stringContaining(`"${command}" needs <text>.`)])
  }
})

test('an email that several players have names none of them', async ({ hub }) => {
  const [anna, boris] = [await hub.logIn('anna@example.org'), await hub.logIn('boris@example.org')]
  const { db } = hub.context
  await db.updateTable('accounts').set({ email: 'anna@example.org' }).where('id', '=', boris.userId).execute()
  const { code, printed } = await run(hub, 'players ban anna@example.org', why)
  expect([code, printed]).toEqual([1, expect.stringContaining(`${boris.userId}, ${anna.userId}`)])
  expect((await run(hub, 'players unban nobody@example.org', why)).printed).toContain(
    'No player has the email',
  )
})
