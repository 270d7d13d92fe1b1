import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import { SECOND_MS } from '../../platform/clock.ts'
import { test } from '../../testing/hub-test.ts'
import type { TestHub } from '../../testing/test-hub.ts'
import { misbehave } from '../testing/sandbox-identity.ts'
import { answerProvider, openBrowser, signInBy, startAddress, stateOf } from './testing/browser.ts'

const providers = ['google', 'vk', 'yandex'] as const

async function meOf(hub: TestHub, jwt: string) {
  const { data } = await hub.callOk('GET /me', { headers: { authorization: `Bearer ${jwt}` } })
  return data.result
}

for (const provider of providers) {
  test(`a player signs in by ${provider}, and is the same player the next time`, async ({ hub }) => {
    const browser = openBrowser(hub)
    const flow = await browser.open()
    expect(await stateOf(hub, flow)).toEqual({ status: 'waiting', result: null, errorCode: null })

    const callback = await browser.answer(flow, provider, 'anna')
    expect(await stateOf(hub, flow)).toMatchObject({ status: 'waiting' })
    const done = await browser.visit(callback, { site: 'cross-site' })
    expect(done.href).toBe(`${hub.url}/session/loginDone`)

    const { status, result } = await stateOf(hub, flow)
    expect(status).toBe('signed-in')
    expect(result).toMatchObject({ nickName: 'Anna Petrova', currentAuthType: provider, session: '' })
    const again = await signInBy(hub, provider)
    expect(again.userId).toBe(result?.userId)
    expect((await signInBy(hub, provider, 'boris')).userId).not.toBe(result?.userId)
  })

  test(`who is sent to ${provider} and refuses there has cancelled`, async ({ hub }) => {
    const browser = openBrowser(hub)
    expect(await browser.goThrough(await browser.open(), provider, 'deny')).toEqual({
      status: 'cancelled',
      result: null,
      errorCode: null,
    })
  })
}

test('an address is kept as the player’s own only when the provider vouches for it', async ({ hub }) => {
  const emailAt = async (provider: string, persona: string) =>
    (await meOf(hub, (await signInBy(hub, provider, persona)).jwt)).email
  expect(await emailAt('google', 'anna')).toBe('anna@sandbox.example')
  expect(await emailAt('google', 'mallory')).toBeNull()
  expect(await emailAt('vk', 'anna')).toBeNull()
  expect(await emailAt('yandex', 'anna')).toBeNull()
})

test('an address that an account has already links nothing', async ({ hub }) => {
  const anna = await hub.signIn('anna@sandbox.example')
  const byProvider = await Promise.all(providers.map((provider) => signInBy(hub, provider, 'anna')))
  const players = new Set([anna.userId, ...byProvider.map(({ userId }) => userId)])
  expect(players.size).toBe(4)
})

test('a name that is hard to print arrives as it is', async ({ hub }) => {
  const { nickName } = await signInBy(hub, 'google', 'oneil')
  expect(nickName).toBe("Zoë “Zed” 🎲 O'Neil <b>& Sons</b>")
})

test('the hub session of the flow comes back with the sign-in', async ({ hub }) => {
  const { session } = await hub.callOk('POST /session/get', { body: { project: 'islandm3' } })
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const callback = await answerProvider(await browser.visit(startAddress(flow, 'google', session)), 'anna')
  await browser.visit(callback)
  expect((await stateOf(hub, flow)).result?.session).toBe(session)
})

test('what has ended is told for a minute more, always of the same login session', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { result } = await browser.goThrough(flow, 'google')
  hub.clock.advance(59 * SECOND_MS)
  const again = await stateOf(hub, flow)
  const sessions = [result, again.result].map((signedIn) => decodeJwt(signedIn?.jwt ?? '').sid)
  expect(sessions[0]).toBe(sessions[1])
  hub.clock.advance(SECOND_MS)
  await expect(stateOf(hub, flow)).rejects.toThrow('AUTH_STATE_NOT_FOUND')
})

test('a login session that was ended meanwhile is not told again', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { result } = await browser.goThrough(flow, 'google')
  await hub.callOk('POST /auth/logout', { headers: { authorization: `Bearer ${result?.jwt}` } })
  await expect(stateOf(hub, flow)).rejects.toThrow('AUTH_STATE_NOT_FOUND')
})

test('nothing that signs somebody in reaches the log', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const start = await browser.leave(flow, 'google')
  const callback = await answerProvider(start, 'anna')
  await browser.visit(callback, { site: 'cross-site' })
  const { result } = await stateOf(hub, flow)
  await browser.visit(callback, { site: 'cross-site' })
  await misbehave(hub, 'google', 'bad-signature')
  await browser.goThrough(await browser.open(), 'google')
  expect(hub.logs()).toContain('A player signed in through a provider')
  expect(hub.logs()).toContain('An identity was not proven')
  const secrets = [
    result?.jwt,
    flow.verifier,
    callback.searchParams.get('code'),
    callback.searchParams.get('state'),
    'anna@sandbox.example',
    'Petrova',
  ]
  for (const secret of secrets) expect(hub.logs()).not.toContain(secret)
})
