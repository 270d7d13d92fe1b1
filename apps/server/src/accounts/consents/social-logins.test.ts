/** Logins that would create an account, on a hub that requires consents. */
import type { AuthState } from '@playhub/contract'
import { eventCodes } from '@playhub/contract'
import { describe, expect, test } from 'vitest'
import { type Flow, openBrowser, readFlow } from '../../../test/support/accounts/browser.ts'
import { countRows, nothing, oneAccount, startConsentHub } from '../../../test/support/accounts/consents.ts'
import { approveAs, issueTokens, type ProviderName } from '../../../test/support/accounts/sandbox-identity.ts'
import { toOutcome } from '../../../test/support/registration.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { MINUTE_MS } from '../../platform/clock.ts'

const waiting: AuthState = { status: 'consent-required', result: null, errorCode: null }

/** Apple posts the callback from its own page. */
async function loginBy(hub: TestHub, provider: string): Promise<{ flow: Flow; state: AuthState }> {
  const browser = openBrowser(hub)
  const flow = await browser.open()
  if (provider !== 'apple') return { flow, state: await browser.completeFlow(flow, provider) }
  const form = await approveAs('anna', await browser.authorize(flow, provider))
  const back = await openBrowser(hub).visit('/passport/apple/callback', { site: 'cross-site', form })
  await browser.visit(back, { site: 'cross-site' })
  return { flow, state: await readFlow(hub, flow) }
}

const decide = (hub: TestHub, { id, verifier }: Flow, consent: unknown) =>
  hub.call('POST /auth/decide-consent', {
    body: { id, consent: consent as boolean },
    headers: { 'auth-state-verifier': verifier },
  })

async function decided(...given: Parameters<typeof decide>): Promise<AuthState> {
  const response = await decide(...given)
  if (!response.ok) throw new Error(response.body.code)
  return response.body.data.authData
}

describe.for(['google', 'vk', 'yandex', 'facebook', 'telegram', 'apple'])(
  'a new player by %s',
  (provider) => {
    test('is asked before anything is created, and never again after accepting', async () => {
      const hub = await startConsentHub()
      const { flow, state } = await loginBy(hub, provider)
      expect(state).toEqual(waiting)
      expect(await countRows(hub)).toEqual(nothing)

      const accepted = await decided(hub, flow, true)
      expect(accepted).toMatchObject({ status: 'signed-in', result: { currentAuthType: provider } })
      expect(accepted.result).not.toHaveProperty('consentRequired')
      expect(await countRows(hub)).toEqual(oneAccount)

      const again = await loginBy(hub, provider)
      expect(again.state).toMatchObject({ status: 'signed-in', result: { userId: accepted.result?.userId } })
      expect(again.state.result).not.toHaveProperty('consentRequired')
    })
  },
)

test('who declines has cancelled, and nothing is created, then or later', async () => {
  const hub = await startConsentHub()
  const { flow } = await loginBy(hub, 'google')
  const cancelled = { status: 'cancelled', result: null, errorCode: null }
  expect(await decided(hub, flow, false)).toEqual(cancelled)
  expect(await readFlow(hub, flow)).toEqual(cancelled)
  expect(await decided(hub, flow, true)).toEqual(cancelled)
  expect(await countRows(hub)).toEqual(nothing)
  const flows = await hub.context.db.selectFrom('authFlows').select('heldIdentity').execute()
  expect(flows).toEqual([{ heldIdentity: null }])
})

test('who closes the tab finds the question for ten minutes', async () => {
  const hub = await startConsentHub()
  const { flow } = await loginBy(hub, 'google')
  hub.clock.advance(9 * MINUTE_MS)
  expect(await readFlow(hub, flow)).toEqual(waiting)
  expect(await decided(hub, flow, true)).toMatchObject({ status: 'signed-in' })
})

test('an expired flow creates nothing', async () => {
  const hub = await startConsentHub()
  const { flow } = await loginBy(hub, 'google')
  hub.clock.advance(10 * MINUTE_MS)
  const expired = { status: 'failed', result: null, errorCode: eventCodes.SIGN_IN_STATE_EXPIRED }
  expect(await decided(hub, flow, true)).toEqual(expired)
  expect(await countRows(hub)).toEqual(nothing)
})

test('only the holder of the flow decides, with a boolean', async () => {
  const hub = await startConsentHub()
  const { flow } = await loginBy(hub, 'google')
  const attacker = await openBrowser(hub).open()
  const forged: [Flow, unknown, string][] = [
    [{ ...flow, verifier: attacker.verifier }, true, 'AUTH_STATE_NOT_FOUND'],
    [{ ...flow, verifier: '' }, true, 'AUTH_STATE_NOT_FOUND'],
    [{ ...flow, verifier: attacker.verifier }, false, 'AUTH_STATE_NOT_FOUND'],
    [{ id: attacker.id, verifier: flow.verifier }, true, 'AUTH_STATE_NOT_FOUND'],
    ...['true', 1, null, {}, [true], undefined].map((consent): [Flow, unknown, string] => [
      flow,
      consent,
      'BODY_INVALID',
    ]),
  ]
  for (const [holder, consent, code] of forged)
    expect(toOutcome(await decide(hub, holder, consent)), JSON.stringify([holder, consent])).toBe(code)
  // Its browser has not been at a provider.
  expect(await decided(hub, attacker, true)).toMatchObject({ status: 'waiting' })
  expect(await countRows(hub)).toEqual(nothing)
  expect(await readFlow(hub, flow)).toEqual(waiting)
})

test('a callback in another browser holds nothing', async () => {
  const hub = await startConsentHub()
  const browser = openBrowser(hub)
  const flow = await browser.open()
  const callback = await browser.approve(flow, 'google', 'anna')
  await openBrowser(hub).visit(callback, { site: 'cross-site' })
  expect(await decided(hub, flow, true)).toMatchObject({ status: 'waiting', result: null })
  expect(await countRows(hub)).toEqual(nothing)
})

test('a double press creates one account, one consent and one login session', async () => {
  const hub = await startConsentHub()
  const { flow } = await loginBy(hub, 'google')
  const states = await Promise.all(Array.from({ length: 4 }, () => decided(hub, flow, true)))
  expect(new Set(states.map(({ result }) => result?.userId)).size).toBe(1)
  expect(await countRows(hub)).toEqual(oneAccount)
})

test('two tabs of one person share the account and its consent', async () => {
  const hub = await startConsentHub()
  const [one, other] = [await loginBy(hub, 'google'), await loginBy(hub, 'google')]
  const first = await decided(hub, one.flow, true)
  const second = await decided(hub, other.flow, true)
  expect(second.result?.userId).toBe(first.result?.userId)
  expect(await countRows(hub)).toEqual({ ...oneAccount, loginSessions: 2 })
})

describe('a call with the token of a provider', () => {
  type Tokens = Awaited<ReturnType<typeof issueTokens>>
  test.for<[ProviderName, string, (tokens: Tokens) => object]>([
    ['google', 'google-login-native', ({ accessToken }) => ({ accessToken })],
    ['facebook', 'facebook-login', ({ accessToken }) => ({ profile: {}, accessToken })],
    ['telegram', 'telegram-login', ({ userData }) => ({ userData })],
    ['apple', 'apple-login', ({ idToken }) => ({ idToken, name: 'Anna' })],
  ])('of %s creates an account with a consent only', async ([provider, path, toBody]) => {
    const hub = await startConsentHub()
    const wish = {
      provider,
      persona: 'anna',
      ...(provider === 'apple' && { audience: 'example.playhub.app' }),
    }
    const body = toBody(await issueTokens(hub, wish))
    const send = (more: object) =>
      hub.call(`POST /auth/${path}` as 'POST /auth/google-login-native', {
        body: { ...body, ...more } as never,
      })
    for (const consent of [false, 'true', 1, null])
      expect(toOutcome(await send({ consent }))).toBe('BODY_INVALID')
    expect(await send({})).toMatchObject({ status: 409, body: { code: 'CONSENT_REQUIRED' } })
    expect(await countRows(hub)).toEqual(nothing)

    const response = await send({ consent: true })
    expect(toOutcome(response)).toBe('ok')
    expect(response.body).not.toHaveProperty('data.result.consentRequired')
    expect(await countRows(hub)).toEqual(oneAccount)
  })
})

test('with the switch off, nobody is asked and a login stores nothing', async () => {
  const hub = await startConsentHub('off')
  const { state } = await loginBy(hub, 'google')
  expect(Object.keys(state.result ?? {}).toSorted()).toEqual([
    'currentAuthType',
    'jwt',
    'nickName',
    'session',
    'userId',
  ])
  const { accessToken } = await issueTokens(hub, { provider: 'facebook', persona: 'anna' })
  await hub.callOk('POST /auth/facebook-login', { body: { profile: {}, accessToken } })
  expect(await countRows(hub)).toEqual({ accounts: 2, identities: 2, consents: 0, loginSessions: 2 })
})
