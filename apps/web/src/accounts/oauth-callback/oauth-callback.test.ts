import { eventCodes } from '@playhub/contract/events'
import { afterEach, expect, test } from 'vitest'
import { saveContext } from '../../lib/context/hub-context.ts'
import { forgetFlow, keepFlow, type SocialFlow } from '../oauth/flow.ts'
import { readArrival } from './finish-login.ts'
import { readLoginResult } from './login-result.ts'

const flow: SocialFlow = { id: 'flow-1', verifier: 'v', method: 'google', purpose: 'sign-in' }
const result = (part: object) =>
  JSON.stringify({ data: null, type: 'login', isError: true, errorCode: null, ...part })

afterEach(() => {
  forgetFlow()
  saveContext({ source: 'web' })
})

test('a result in the address ends a sign-in with its code', () => {
  expect(readLoginResult(result({ errorCode: 1004 }))).toEqual({ name: 'failed', errorCode: 1004 })
})

test.each(['user_cancelled_authorize', 'popup_closed_by_user', 'loginCancelled', 'popup_closed', 1002])(
  'a sign-in that the player cancelled (%s) is none that failed',
  (errorCode) => expect(readLoginResult(result({ errorCode }))).toEqual({ name: 'cancelled' }),
)

test('a result of a type that nobody knows is told as such', () => {
  const unknown = { name: 'failed', errorCode: eventCodes.SIGN_IN_UNKNOWN_METHOD }
  expect(readLoginResult(result({ type: 'handshake' }))).toEqual(unknown)
  expect(readLoginResult(result({ type: undefined }))).toEqual(unknown)
})

test.each(['', '{', 'null', '"login"', '[1]'])('%s in the address is a sign-in that failed', (text) => {
  expect(readLoginResult(text)).toMatchObject({ name: 'failed' })
})

test('a login in the address is taken from nobody', () => {
  const forged = result({ isError: false, data: { jwt: 'a-token', userId: 'attacker' } })
  expect(readLoginResult(forged)).toEqual({ name: 'for-others' })
  keepFlow(flow)
  expect(readArrival(forged, false)).toEqual({ name: 'read' })
})

test('a tab that is back from a provider goes on with its own flow, even as a popup of a game', () => {
  keepFlow(flow)
  expect(readArrival(null, false)).toEqual({ name: 'flow', flow })
  expect(readArrival(null, true)).toEqual({ name: 'flow', flow })
})

test('a popup without a flow of its own closes, unless it has trouble to tell', () => {
  expect(readArrival(null, true)).toEqual({ name: 'popup', end: null })
  const end = { name: 'failed', errorCode: 1005 }
  expect(readArrival(result({ errorCode: 1005 }), true)).toEqual({ name: 'popup', end })
})

test('an app reads the address itself, whatever stands in it', () => {
  saveContext({ source: 'mobile' })
  expect(readArrival(result({ errorCode: 1006 }), false)).toEqual({ name: 'read' })
})

test('who comes by here for nothing is told so', () => {
  expect(readArrival(null, false)).toEqual({ name: 'nothing' })
})
