import { eventCodes } from '@playhub/contract/events'
import { afterEach, expect, test } from 'vitest'
import { saveContext } from '../../lib/context/hub-context.ts'
import { clearFlow, type OAuthFlow, saveFlow } from '../oauth/flow.ts'
import { readCallback } from './finish-login.ts'
import { readLoginResult } from './login-result.ts'

const flow: OAuthFlow = { id: 'flow-1', verifier: 'v', method: 'google', purpose: 'sign-in' }
const result = (part: object) =>
  JSON.stringify({ data: null, type: 'login', isError: true, errorCode: null, ...part })

afterEach(() => {
  clearFlow()
  saveContext({ source: 'web' })
})

test('a result in the address ends the login with its code', () => {
  expect(readLoginResult(result({ errorCode: 1004 }))).toEqual({ name: 'failed', errorCode: 1004 })
})

test.each(['user_cancelled_authorize', 'popup_closed_by_user', 'loginCancelled', 'popup_closed', 1002])(
  'a cancellation (%s) is not a failure',
  (errorCode) => expect(readLoginResult(result({ errorCode }))).toEqual({ name: 'cancelled' }),
)

test('a result of an unknown type fails with its own code', () => {
  const unknown = { name: 'failed', errorCode: eventCodes.SIGN_IN_UNKNOWN_METHOD }
  expect(readLoginResult(result({ type: 'handshake' }))).toEqual(unknown)
  expect(readLoginResult(result({ type: undefined }))).toEqual(unknown)
})

test.each(['', '{', 'null', '"login"', '[1]'])('%s in the address is a failed login', (text) => {
  expect(readLoginResult(text)).toMatchObject({ name: 'failed' })
})

test('a login in the address is ignored', () => {
  const forged = result({ isError: false, data: { jwt: 'a-token', userId: 'attacker' } })
  expect(readLoginResult(forged)).toEqual({ name: 'for-app' })
  saveFlow(flow)
  expect(readCallback(forged, false)).toEqual({ name: 'app' })
})

test('a tab that returns from a provider continues its own flow, even as a popup of a game', () => {
  saveFlow(flow)
  expect(readCallback(null, false)).toEqual({ name: 'flow', flow })
  expect(readCallback(null, true)).toEqual({ name: 'flow', flow })
})

test('a popup without its own flow closes, unless it has a failure to show', () => {
  expect(readCallback(null, true)).toEqual({ name: 'popup', result: null })
  const failed = { name: 'failed', errorCode: 1005 }
  expect(readCallback(result({ errorCode: 1005 }), true)).toEqual({ name: 'popup', result: failed })
})

test('an app reads the result in the address itself', () => {
  saveContext({ source: 'mobile' })
  expect(readCallback(result({ errorCode: 1006 }), false)).toEqual({ name: 'app' })
})

test('a visit without a flow or a result is recognised', () => {
  expect(readCallback(null, false)).toEqual({ name: 'none' })
})
