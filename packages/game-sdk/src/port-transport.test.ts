import { CALL_TIMEOUT_MS, MAX_CALLS_PER_SECOND } from '@playhub/contract/bridge-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPortTransport } from './port-transport.ts'

/** A transport over a fake port: records what is sent; `receive` simulates a message from the hub. */
function openTransport() {
  const sent: { id: number; call: string }[] = []
  const port = {
    postMessage: (message: { id: number; call: string }) => sent.push(structuredClone(message)),
    addEventListener: () => {},
    close: () => {},
    onmessage: null as ((message: { data: unknown }) => void) | null,
  }
  return {
    transport: createPortTransport(port as unknown as MessagePort),
    sent,
    receive: (data: unknown) => port.onmessage?.({ data }),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('replies settle their calls in any order', async () => {
  const { transport, sent, receive } = openTransport()
  const responses = [transport.call('getLanguage'), transport.call('getPlayer')]
  const [language, player] = sent.map(({ id }) => id)
  receive({ id: player, ok: true, result: { id: null, name: 'Guest', isGuest: true } })
  receive({ id: language, ok: true, result: 'ru' })
  expect(await Promise.all(responses)).toEqual(['ru', { id: null, name: 'Guest', isGuest: true }])
})

test('a call times out after ten seconds, and a late reply is ignored', async () => {
  const { transport, sent, receive } = openTransport()
  const call = expect(transport.call('getCatalog')).rejects.toMatchObject({
    name: 'PlayhubError',
    code: 'TIMEOUT',
  })
  vi.advanceTimersByTime(CALL_TIMEOUT_MS)
  await call
  receive({ id: sent[0]?.id, ok: true, result: [] })
})

test('a purchase has no timeout', async () => {
  const { transport, sent, receive } = openTransport()
  const purchase = transport.call('purchase', { itemId: 'gems-100' })
  vi.advanceTimersByTime(60 * 60 * 1_000)
  receive({ id: sent[0]?.id, ok: true, result: { status: 'cancelled' } })
  expect(await purchase).toEqual({ status: 'cancelled' })
})

test('an error reply becomes a PlayhubError', async () => {
  const { transport, sent, receive } = openTransport()
  const call = transport.call('getToken')
  receive({ id: sent[0]?.id, ok: false, error: { code: 'NOT_SIGNED_IN', message: 'Guests have no token' } })
  await expect(call).rejects.toMatchObject({ code: 'NOT_SIGNED_IN', message: 'Guests have no token' })
})

test('calls above the rate limit are rejected until the next second', async () => {
  const { transport, sent } = openTransport()
  for (let calls = 0; calls < MAX_CALLS_PER_SECOND; calls += 1) transport.call('getPlayer').catch(() => {})
  await expect(transport.call('getPlayer')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  vi.advanceTimersByTime(1_000)
  transport.call('getPlayer').catch(() => {})
  expect(sent).toHaveLength(MAX_CALLS_PER_SECOND + 1)
})

test('parameters that cannot be cloned are rejected', async () => {
  const { transport } = openTransport()
  const itemId = (() => 'gems-100') as unknown as string
  await expect(transport.call('purchase', { itemId })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('closing rejects pending and later calls', async () => {
  const { transport } = openTransport()
  const open = expect(transport.call('purchase', { itemId: 'gems-100' })).rejects.toMatchObject({
    code: 'CLOSED',
  })
  transport.close()
  await open
  await expect(transport.call('getPlayer')).rejects.toMatchObject({ code: 'CLOSED' })
})

test('a ping is answered and reaches no listener', () => {
  const { transport, sent, receive } = openTransport()
  const events: string[] = []
  transport.listen((event) => events.push(event))
  receive({ event: 'ping', payload: null })
  expect([sent, events]).toEqual([[{ pong: true }], []])
})

test('malformed messages are ignored', async () => {
  const { transport, sent, receive } = openTransport()
  const call = transport.call('getLanguage')
  for (const malformed of [null, 'text', 7, {}, { id: 99, ok: true }, { event: 7 }]) receive(malformed)
  receive({ id: sent[0]?.id, ok: true, result: 'en' })
  expect(await call).toBe('en')
})
