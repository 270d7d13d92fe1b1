import { eventCodes } from '@playhub/contract'
import { expect } from 'vitest'
import { loginWith, openBrowser } from '../../../../test/support/accounts/browser.ts'
import { test } from '../../../../test/support/hub-test.ts'
import type { Player, TestHub } from '../../../../test/support/test-hub.ts'

async function link(hub: TestHub, player: Player, provider: string, persona: string) {
  const browser = openBrowser(hub)
  return browser.completeFlow(await browser.openLink(player), provider, persona)
}

const linked = { status: 'linked', result: null, errorCode: null }
const taken = { status: 'failed', result: null, errorCode: eventCodes.IDENTITY_TAKEN }

test('a player links an identity and can log in with it', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
  expect(await link(hub, player, 'vk', 'boris')).toEqual(linked)
  expect((await loginWith(hub, 'google', 'anna')).userId).toBe(player.userId)
  expect((await loginWith(hub, 'vk', 'boris')).userId).toBe(player.userId)
})

test('linking the same identity twice succeeds', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
})

test('an identity of another player is not linked', async ({ hub }) => {
  const anna = await loginWith(hub, 'google', 'anna')
  const player = await hub.logIn()
  expect(await link(hub, player, 'google', 'anna')).toEqual(taken)
  expect((await loginWith(hub, 'google', 'anna')).userId).toBe(anna.userId)
})

test('a player can link one identity of each provider', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
  expect(await link(hub, player, 'google', 'boris')).toEqual(taken)
  expect((await loginWith(hub, 'google', 'boris')).userId).not.toBe(player.userId)
})

test('of several players who link one identity at once, one succeeds', async ({ hub }) => {
  const players = await Promise.all([hub.logIn(), hub.logIn(), hub.logIn()])
  const outcomes = await Promise.all(players.map((player) => link(hub, player, 'google', 'anna')))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'linked'])
})

test('a player who links several identities of a provider at once gets one', async ({ hub, player }) => {
  const personas = ['anna', 'boris', 'clara']
  const outcomes = await Promise.all(personas.map((persona) => link(hub, player, 'google', persona)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'linked'])
})

test('a cancelled flow links nothing', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'deny')).toMatchObject({ status: 'cancelled' })
  expect((await loginWith(hub, 'google', 'anna')).userId).not.toBe(player.userId)
})

test('opening a flow to link requires a login', async ({ hub }) => {
  expect(await hub.call('POST /me/identities/link', { body: { id: 'time-and-random-text' } })).toMatchObject({
    status: 401,
  })
})
