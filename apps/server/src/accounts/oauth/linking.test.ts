import { eventCodes } from '@playhub/contract'
import { expect } from 'vitest'
import { test } from '../../testing/hub-test.ts'
import type { Player, TestHub } from '../../testing/test-hub.ts'
import { openBrowser, signInBy } from './testing/browser.ts'

async function link(hub: TestHub, player: Player, provider: string, persona: string) {
  const browser = openBrowser(hub)
  return browser.goThrough(await browser.openLink(player), provider, persona)
}

const linked = { status: 'linked', result: null, errorCode: null }
const taken = { status: 'failed', result: null, errorCode: eventCodes.IDENTITY_TAKEN }

test('a player links a sign-in and signs in by it from then on', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
  expect(await link(hub, player, 'vk', 'boris')).toEqual(linked)
  expect((await signInBy(hub, 'google', 'anna')).userId).toBe(player.userId)
  expect((await signInBy(hub, 'vk', 'boris')).userId).toBe(player.userId)
})

test('linking the same sign-in twice is no trouble', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
})

test('a sign-in of another player is not linked', async ({ hub }) => {
  const anna = await signInBy(hub, 'google', 'anna')
  const player = await hub.signIn()
  expect(await link(hub, player, 'google', 'anna')).toEqual(taken)
  expect((await signInBy(hub, 'google', 'anna')).userId).toBe(anna.userId)
})

test('a player has one sign-in of each provider', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'anna')).toEqual(linked)
  expect(await link(hub, player, 'google', 'boris')).toEqual(taken)
  expect((await signInBy(hub, 'google', 'boris')).userId).not.toBe(player.userId)
})

test('two players who link one sign-in at once: one has it', async ({ hub }) => {
  const players = await Promise.all([hub.signIn(), hub.signIn(), hub.signIn()])
  const outcomes = await Promise.all(players.map((player) => link(hub, player, 'google', 'anna')))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'linked'])
})

test('one player who links two sign-ins of a provider at once has one', async ({ hub, player }) => {
  const personas = ['anna', 'boris', 'clara']
  const outcomes = await Promise.all(personas.map((persona) => link(hub, player, 'google', persona)))
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['failed', 'failed', 'linked'])
})

test('who turns back links nothing', async ({ hub, player }) => {
  expect(await link(hub, player, 'google', 'deny')).toMatchObject({ status: 'cancelled' })
  expect((await signInBy(hub, 'google', 'anna')).userId).not.toBe(player.userId)
})

test('only who is signed in opens a flow to link', async ({ hub }) => {
  expect(await hub.call('POST /me/identities/link', { body: { id: 'time-and-random-text' } })).toMatchObject({
    status: 401,
  })
})
