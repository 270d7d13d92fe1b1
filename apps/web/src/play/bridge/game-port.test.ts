import { bridgeErrors } from '@playhub/contract/bridge'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'
import { expect, test, vi } from 'vitest'
import { GameRefusal } from './game-host-actions.ts'
import { openGamePort } from './game-port.ts'

/** The reply to a failing call. */
async function fail(error: unknown, onLine = true): Promise<unknown> {
  vi.stubGlobal('navigator', { onLine })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { port1, port2 } = new MessageChannel()
  const port = openGamePort(
    port1 as never,
    () => Promise.reject(error),
    () => undefined,
  )
  try {
    const reply = new Promise((resolve) => {
      port2.onmessage = ({ data }) => resolve(data.error)
    })
    port2.postMessage({ id: 1, call: 'getPlayer' })
    return await reply
  } finally {
    port.close()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  }
}

const refusal = new ApiRefusal({ code: 'FAULT', status: 500, title: '' })

test.each([
  ['no response', new ApiUnreachable('No response'), true, 'OFFLINE'],
  ['a response that does not come', new DOMException('Late', 'TimeoutError'), true, 'OFFLINE'],
  ['a script that does not load without a connection', new TypeError('Failed to fetch'), false, 'OFFLINE'],
  ['a fault of the hub', refusal, true, 'INTERNAL'],
  ['a bug', new TypeError('x is undefined'), true, 'INTERNAL'],
  ['nothing', undefined, true, 'INTERNAL'],
  ['a refusal without a connection', new GameRefusal('BUSY'), false, 'BUSY'],
])('a call that ends in %s', async (_, error, onLine, code) => {
  expect(await fail(error, onLine)).toMatchObject({ code })
})

test.each([
  ['TOO_MANY_REQUESTS', 'RATE_LIMITED', 'Too many attempts. Try again in 3540 s.'],
  ['BODY_INVALID', 'INVALID_PARAMS', bridgeErrors.INVALID_PARAMS],
  ['UNAUTHORIZED', 'NOT_SIGNED_IN', bridgeErrors.NOT_SIGNED_IN],
  ['ACCOUNT_BANNED', 'NOT_AVAILABLE', 'The account of the player is banned.'],
])('the refusal %s of any call reaches the game as %s', async (refused, code, message) => {
  const details = refused === 'TOO_MANY_REQUESTS' ? { retryInSeconds: 3540 } : {}
  const error = new ApiRefusal({ code: refused, status: 400, title: '', details })
  expect(await fail(error)).toEqual({ code, message })
})
