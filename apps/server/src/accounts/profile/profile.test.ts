import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { emailsTo, requestResetTicket, toOutcome } from '../../../test/support/registration.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { HOUR_MS } from '../../platform/clock.ts'

const email = 'anna@example.org'

const rename = (hub: TestHub, as: Player, firstName: string, lastName: string) =>
  hub.call('POST /me/names', { as, body: { firstName, lastName } })

const changePassword = (hub: TestHub, as: Player, password: string, currentPassword = as.password) =>
  hub.call('POST /me/password', { as, body: { currentPassword, password } })

async function failTimes(hub: TestHub, player: Player, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await changePassword(hub, player, 'Island2031', 'WrongPass1')
}

async function mayLogIn(hub: TestHub, password: string): Promise<boolean> {
  return (await hub.call('POST /auth/login-by-email', { body: { email, password } })).ok
}

test('a player sets a first and a last name in any alphabet', async ({ hub, player }) => {
  const before = (await hub.callOk('GET /me', { as: player })).data.result
  const response = await hub.callOk('POST /me/names', {
    as: player,
    body: { firstName: ' Анна ', lastName: 'Ö'.repeat(10) },
  })
  const names = { firstName: 'Анна', lastName: 'Ö'.repeat(10), nickName: `Анна ${'Ö'.repeat(10)}` }
  expect(response.data.result).toEqual({ ...before, ...names })
  expect((await hub.callOk('GET /me', { as: player })).data.result).toMatchObject(names)
  const { email, password } = player
  const { data } = await hub.callOk('POST /auth/login-by-email', { body: { email, password } })
  expect(data.result.nickName).toBe(names.nickName)
})

test('fields of an account that a call does not take stay unchanged', async ({ hub, player }) => {
  const before = (await hub.callOk('GET /me', { as: player })).data.result
  const names = { firstName: 'Anna', lastName: 'Petrova' }
  const others = {
    userId: 'other',
    nickName: 'Admin',
    email: 'mallory@example.org',
    bannedAt: 1,
    deletionAt: 1,
  }
  await hub.callOk('POST /me/names', { as: player, body: { ...names, ...others } })
  expect((await hub.callOk('GET /me', { as: player })).data.result).toEqual({
    ...before,
    ...names,
    nickName: 'Anna Petrova',
  })
})

test('an invalid name is refused with its field', async ({ hub, player }) => {
  for (const name of ['A', 'Abcdefghijk', 'Al1ce', 'O’Neil', 'a b', '😀😀', 'a\u0000b', '']) {
    const response = await rename(hub, player, name, 'Smith')
    expect([name, response.body]).toMatchObject([
      name,
      { code: 'BODY_INVALID', errors: [{ field: 'firstName', issue: 'NAME_INVALID' }] },
    ])
  }
  expect(toOutcome(await rename(hub, player, 'Alice', 'x'))).toBe('BODY_INVALID')
  expect((await hub.callOk('GET /me', { as: player })).data.result).toMatchObject({
    firstName: null,
    nickName: 'Test',
  })
})

test('a new password revokes all other login sessions and notifies the player by email', async ({ hub }) => {
  const here = await hub.logIn(email)
  const otherDevice = await hub.logIn(email)
  await hub.callOk('GET /me', { as: otherDevice })
  expect(toOutcome(await changePassword(hub, here, 'Island2031'))).toBe('ok')

  expect(toOutcome(await hub.call('GET /me', { as: otherDevice }))).toBe('UNAUTHORIZED')
  const { data } = await hub.callOk('GET /auth/check/{jwt}', { params: { jwt: otherDevice.jwt } })
  expect(data.result).toBe(false)
  expect(toOutcome(await hub.call('GET /me', { as: here }))).toBe('ok')
  expect(await mayLogIn(hub, here.password)).toBe(false)
  expect(await mayLogIn(hub, 'Island2031')).toBe(true)
  const [notification] = await emailsTo(hub, email)
  expect(notification?.subject).toBe('Your Playhub password has changed')
  expect(hub.logs()).not.toMatch(/Island2031|Playhub2030/)
})

test('former passwords and the current one are refused', async ({ hub }) => {
  const player = await hub.logIn(email)
  expect(toOutcome(await changePassword(hub, player, player.password))).toBe(
    'PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD',
  )
  await changePassword(hub, player, 'Island2031')
  expect(toOutcome(await changePassword(hub, player, player.password, 'Island2031'))).toBe(
    'PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD',
  )
  expect(toOutcome(await changePassword(hub, player, 'short', 'Island2031'))).toBe('BODY_INVALID')
})

test('after five wrong tries even the right password is refused until they expire', async ({ hub }) => {
  const player = await hub.logIn(email)
  await failTimes(hub, player, 4)
  expect(await changePassword(hub, player, 'Island2031', 'WrongPass1')).toMatchObject({
    status: 401,
    body: { code: 'INVALID_PASSWORD_LOGIN_BY_EMAIL' },
  })
  hub.clock.advance(HOUR_MS - 1)
  const refused = await changePassword(hub, player, 'Island2031')
  expect(refused).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  expect(refused.headers.get('retry-after')).toBe('1')
  hub.clock.advance(1)
  expect(toOutcome(await changePassword(hub, player, 'Island2031'))).toBe('ok')
})

test('a correct try resets the count, and failed logins do not count', async ({ hub }) => {
  const player = await hub.logIn(email)
  for (let time = 0; time < 6; time++) await mayLogIn(hub, 'WrongPass1')
  await failTimes(hub, player, 4)
  expect(toOutcome(await changePassword(hub, player, 'Island2031'))).toBe('ok')
  await failTimes(hub, player, 4)
  expect(toOutcome(await changePassword(hub, player, 'Island2032', 'Island2031'))).toBe('ok')
})

test('of a hundred concurrent guesses five are evaluated', async ({ hub }) => {
  const player = await hub.logIn(email)
  const guesses = Array.from({ length: 100 }, () => changePassword(hub, player, 'Island2031', 'WrongPass1'))
  const codes = (await Promise.all(guesses)).map(toOutcome)
  expect(codes.filter((code) => code === 'INVALID_PASSWORD_LOGIN_BY_EMAIL')).toHaveLength(5)
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(95)
})

test('of several concurrent changes one succeeds', async ({ hub }) => {
  const player = await hub.logIn(email)
  const chosen = ['Island2031', 'Island2032', 'Island2033', 'Island2034']
  const responses = await Promise.all(chosen.map((password) => changePassword(hub, player, password)))
  const held = chosen.filter((_, index) => responses[index]?.ok)
  expect(held).toHaveLength(1)
  expect(await Promise.all(chosen.map((password) => mayLogIn(hub, password)))).toEqual(
    chosen.map((password) => password === held[0]),
  )
})

test('a new password invalidates the reset ticket', async ({ hub }) => {
  const player = await hub.logIn(email)
  const resetTicket = await requestResetTicket(hub, email)
  await changePassword(hub, player, 'Island2031')
  const response = await hub.call('POST /auth/activate-new-password', {
    body: { email, password: 'Island2032', resetTicket },
  })
  expect(toOutcome(response)).toBe('RESET_TICKET_INVALID')
})

test('an account without a password cannot change it', async ({ hub }) => {
  const player = await hub.logIn(email)
  await hub.context.db.deleteFrom('credentials').execute()
  expect(toOutcome(await changePassword(hub, player, 'Island2031'))).toBe('PASSWORD_NOT_SET')
  expect((await hub.callOk('GET /me', { as: player })).data.result.hasPassword).toBe(false)
})
