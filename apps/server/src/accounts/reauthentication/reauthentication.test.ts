import { eventCodes, type RouteKey } from '@playhub/contract'
import { expect } from 'vitest'
import { createAuthenticator } from '../../../test/support/accounts/authenticator.ts'
import { loginWith, openBrowser } from '../../../test/support/accounts/browser.ts'
import { test as ownHubTest } from '../../../test/support/hub-test.ts'
import { toOutcome } from '../../../test/support/registration.ts'
import { test } from '../../../test/support/shared-hub-test.ts'
import type { Player, TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const staleAfterMs = 10 * MINUTE_MS

const openLink = (hub: TestHub, as: Player, id = 'time-and-random-text') =>
  hub.call('POST /me/identities/link', { as, body: { id } })
const check = async (hub: TestHub, as: Player) =>
  toOutcome(await hub.call('GET /me/reauthentication', { as }))

/** Every call for changing the account's login methods or ending the account. */
const guarded: [RouteKey, object][] = [
  ['POST /me/identities/link', { body: { id: 'time-and-random-text' } }],
  ['POST /me/identities/unlink', { body: { provider: 'mail' } }],
  ['POST /me/passkeys/options', {}],
  ['POST /me/passkeys/{id}/remove', { params: { id: 'x' } }],
  ['POST /me/deletion', {}],
]

test.for(guarded)(
  '%s asks for a reauthentication ten minutes after the login, and changes nothing without it',
  async ([key, request], { hub, player }) => {
    hub.clock.advance(staleAfterMs)
    const before = await hub.callOk('GET /me', { as: player })
    expect(await hub.call(key, { as: player, ...request } as never)).toMatchObject({
      status: 403,
      body: { code: 'REAUTHENTICATION_REQUIRED', details: { methods: ['mail'] } },
    })
    expect(await hub.callOk('GET /me', { as: player })).toEqual(before)
  },
)

test('a passkey created before is not added without a reauthentication', async ({ hub, player }) => {
  const options = (await hub.callOk('POST /me/passkeys/options', { as: player })).data.result
  const session = { ...player }
  hub.clock.advance(staleAfterMs)
  const response = createAuthenticator(hub).create(options)
  const result = await hub.call('POST /me/passkeys', { as: session, body: { name: 'x', response } })
  expect(toOutcome(result)).toBe('REAUTHENTICATION_REQUIRED')
})

test('the password proves who the player is for ten minutes, in this login session only', async ({
  hub,
  player,
}) => {
  const elsewhere = await hub.logIn(player.email)
  hub.clock.advance(staleAfterMs)
  const prove = (password: string) =>
    hub.call('POST /me/reauthentication/password', { as: player, body: { password } })
  expect(toOutcome(await prove('WrongPass1'))).toBe('INVALID_PASSWORD_LOGIN_BY_EMAIL')
  expect(await check(hub, player)).toBe('REAUTHENTICATION_REQUIRED')
  expect(toOutcome(await prove(player.password))).toBe('ok')
  expect(await check(hub, player)).toBe('ok')
  expect(await check(hub, elsewhere)).toBe('REAUTHENTICATION_REQUIRED')
  hub.clock.advance(staleAfterMs)
  expect(await check(hub, player)).toBe('REAUTHENTICATION_REQUIRED')
})

test('guesses of the password are limited', async ({ hub, player }) => {
  const outcomes: string[] = []
  for (let guess = 0; guess < 6; guess++) {
    const body = { password: 'WrongPass1' }
    outcomes.push(toOutcome(await hub.call('POST /me/reauthentication/password', { as: player, body })))
  }
  expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS')
})

test('a passkey of the player proves it, and one of another player does not', async ({ hub, player }) => {
  const addTo = async (as: Player) => {
    const authenticator = createAuthenticator(hub)
    const options = (await hub.callOk('POST /me/passkeys/options', { as })).data.result
    const body = { name: 'Key', response: authenticator.create(options) }
    await hub.callOk('POST /me/passkeys', { as, body })
    return authenticator
  }
  const own = await addTo(player)
  const foreign = await addTo(await hub.logIn())
  hub.clock.advance(staleAfterMs)
  const options = async () =>
    (await hub.callOk('POST /me/reauthentication/passkey/options', { as: player })).data.result
  const prove = async (response: ReturnType<typeof own.get>) =>
    toOutcome(await hub.call('POST /me/reauthentication/passkey', { as: player, body: { response } }))
  expect(await hub.call('GET /me/reauthentication', { as: player })).toMatchObject({
    body: { details: { methods: ['passkey', 'mail'] } },
  })
  expect(await prove(foreign.get(await options()))).toBe('PASSKEY_NOT_ACCEPTED')
  const toLogin = (await hub.callOk('POST /auth/passkey/options')).data.result
  expect(await prove(own.get(toLogin))).toBe('PASSKEY_NOT_ACCEPTED')
  expect(await check(hub, player)).toBe('REAUTHENTICATION_REQUIRED')
  expect(await prove(own.get(await options()))).toBe('ok')
  expect(await check(hub, player)).toBe('ok')
})

async function proveBy(hub: TestHub, as: Player, persona: string) {
  const browser = openBrowser(hub)
  return browser.completeFlow(await browser.openConfirm(as), 'google', persona)
}

ownHubTest(
  'a linked provider proves it; another identity does not, and creates no account',
  async ({ hub }) => {
    const anna: Player = { ...(await loginWith(hub, 'google', 'anna')), email: '', password: '' }
    hub.clock.advance(staleAfterMs)
    expect(await proveBy(hub, anna, 'boris')).toMatchObject({
      status: 'failed',
      errorCode: eventCodes.SIGN_IN_GOOGLE_FAILED,
    })
    expect(await check(hub, anna)).toBe('REAUTHENTICATION_REQUIRED')
    const accounts = await hub.context.db.selectFrom('accounts').select('id').execute()
    expect(accounts).toEqual([{ id: anna.userId }])
    expect(await proveBy(hub, anna, 'anna')).toEqual({ status: 'confirmed', result: null, errorCode: null })
    expect(await check(hub, anna)).toBe('ok')
  },
)

test('a flow that links or confirms ends with the login session that opened it', async ({ hub, player }) => {
  for (const kind of ['openLink', 'openConfirm'] as const) {
    const session = await hub.logIn(player.email)
    const browser = openBrowser(hub)
    const flow = await browser[kind](session)
    const callback = await browser.approve(flow, 'google', 'anna')
    await hub.callOk('POST /auth/logout', { as: session })
    await browser.visit(callback, { site: 'cross-site' })
  }
  const { data } = await hub.callOk('GET /me/identities', { as: player })
  expect(data.result.map(({ provider }) => provider)).toEqual(['mail'])
})

test('a stolen token alone cannot take the account', async ({ hub, player }) => {
  hub.clock.advance(staleAfterMs)
  expect(toOutcome(await openLink(hub, player))).toBe('REAUTHENTICATION_REQUIRED')
  const unlinked = await hub.call('POST /me/identities/unlink', { as: player, body: { provider: 'mail' } })
  expect(toOutcome(unlinked)).toBe('REAUTHENTICATION_REQUIRED')
  const { email, password } = player
  expect(toOutcome(await hub.call('POST /auth/login-by-email', { body: { email, password } }))).toBe('ok')
})
