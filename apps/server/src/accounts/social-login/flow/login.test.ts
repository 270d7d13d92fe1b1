import { decodeJwt } from 'jose'
import { expect } from 'vitest'
import {
  approveAtProvider,
  authorizePath,
  loginWith,
  openBrowser,
  readFlow,
} from '../../../../test/support/accounts/browser.ts'
import { injectIdentityFault } from '../../../../test/support/accounts/sandbox-identity.ts'
import { test } from '../../../../test/support/hub-test.ts'
import type { TestHub } from '../../../../test/support/test-hub.ts'
import { SECOND_MS } from '../../../platform/clock.ts'

const providers = ['google', 'vk', 'yandex'] as const

async function fetchMe(hub: TestHub, jwt: string) {
  const { data } = await hub.callOk('GET /me', { headers: { authorization: `Bearer ${jwt}` } })
  return data.result
}

for (const provider of providers) {
  test(`a player logs in by ${provider}, and is the same player the next time`, async ({ hub }) => {
    const browser = openBrowser(hub)
    const flow = await browser.open()
    expect(await readFlow(hub, flow)).toEqual({ status: 'waiting', result: null, errorCode: null })

    const callback = await browser.approve(flow, provider, 'anna')
    expect(await readFlow(hub, flow)).toMatchObject({ status: 'waiting' })
    const done = await browser.visit(callback, { site: 'cross-site' })
    expect(done.href).toBe(`${hub.url}/session/loginDone`)

    const { status, result } = await readFlow(hub, flow)
    expect(status).toBe('signed-in')
    expect(result).toMatchObject({ nickName: 'Anna Petrova', currentAuthType: provider, session: '' })
    const again = await loginWith(hub, provider)
    expect(again.userId).toBe(result?.userId)
    expect((await loginWith(hub, provider, 'boris')).userId).not.toBe(result?.userId)
  })

  test(`who is sent to ${provider} and refuses there has cancelled`, async ({ hub }) => {
    const browser = openBrowser(hub)
    expect(await browser.completeFlow(await browser.open(), provider, 'deny')).toEqual({
      status: 'cancelled',
      result: null,
      errorCode: null,
    })
  })
}

test('an email address is saved only if the provider has verified it', async ({ hub }) => {
  const emailAt = async (provider: string, persona: string) =>
    (await fetchMe(hub, (await loginWith(hub, provider, persona)).jwt)).email
  expect(await emailAt('google', 'anna')).toBe('anna@sandbox.example')
  expect(await emailAt('google', 'mallory')).toBeNull()
  expect(await emailAt('vk', 'anna')).toBeNull()
  expect(await emailAt('yandex', 'anna')).toBeNull()
})

test('an identity is not linked to an account with the same email address', async ({ hub }) => {
  const anna = await hub.logIn('anna@sandbox.example')
  const byProvider = await Promise.all(providers.map((provider) => loginWith(hub, provider, 'anna')))
  const players = new Set([anna.userId, ...byProvider.map(({ userId }) => userId)])
  expect(players.size).toBe(4)
})

test('a name with special characters is preserved', async ({ hub }) => {
  const { nickName } = await loginWith(hub, 'google', 'oneil')
  expect(nickName).toBe("Zoë “Zed” 🎲 O'Neil <b>& Sons</b>")
})

test('the hub session of the flow is returned with the login', async ({ hub }) => {
  const { session } = await hub.callOk('POST /session/get', { body: { project: 'islandm3' } })
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const callback = await approveAtProvider(
    await browser.visit(authorizePath(flow, 'google', session)),
    'anna',
  )
  await browser.visit(callback)
  expect((await readFlow(hub, flow)).result?.session).toBe(session)
})

test('a result can be read again for a minute, with the same login session', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { result } = await browser.completeFlow(flow, 'google')
  hub.clock.advance(59 * SECOND_MS)
  const again = await readFlow(hub, flow)
  const sessions = [result, again.result].map((loggedIn) => decodeJwt(loggedIn?.jwt ?? '').sid)
  expect(sessions[0]).toBe(sessions[1])
  hub.clock.advance(SECOND_MS)
  await expect(readFlow(hub, flow)).rejects.toThrow('AUTH_STATE_NOT_FOUND')
})

test('the result of a revoked login session cannot be read again', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const { result } = await browser.completeFlow(flow, 'google')
  await hub.callOk('POST /auth/logout', { headers: { authorization: `Bearer ${result?.jwt}` } })
  await expect(readFlow(hub, flow)).rejects.toThrow('AUTH_STATE_NOT_FOUND')
})

test('no credentials are logged', async ({ hub }) => {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const start = await browser.authorize(flow, 'google')
  const callback = await approveAtProvider(start, 'anna')
  await browser.visit(callback, { site: 'cross-site' })
  const { result } = await readFlow(hub, flow)
  await browser.visit(callback, { site: 'cross-site' })
  await injectIdentityFault(hub, 'google', 'bad-signature')
  await browser.completeFlow(await browser.open(), 'google')
  expect(hub.logs()).toContain('authn_login_success')
  expect(hub.logs()).toContain('Identity not verified')
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
