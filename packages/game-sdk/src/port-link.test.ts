import { CALL_TIMEOUT_MS, MAX_CALLS_PER_SECOND } from '@playhub/contract/bridge-protocol'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPortLink } from './port-link.ts'

/** A hub's end of the port that answers only when told to. */
function openLink() {
  const sent: { id: number; call: string }[] = []
  const port = {
    postMessage: (message: { id: number; call: string }) => sent.push(structuredClone(message)),
    addEventListener: () => {},
    close: () => {},
    onmessage: null as ((message: { data: unknown }) => void) | null,
  }
  return {
    link: createPortLink(port as unknown as MessagePort),
    sent,
    say: (data: unknown) => port.onmessage?.({ data }),
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('answers find their calls in any order', async () => {
  const { link, sent, say } = openLink()
  const answers = [link.call('getLanguage'), link.call('getPlayer')]
  const [language, player] = sent.map(({ id }) => id)
  say({ id: player, ok: true, result: { id: null, name: 'Guest', isGuest: true } })
  say({ id: language, ok: true, result: 'ru' })
  expect(await Promise.all(answers)).toEqual(['ru', { id: null, name: 'Guest', isGuest: true }])
})

test('an ordinary call gives up after ten seconds, and a late answer is nothing', async () => {
  const { link, sent, say } = openLink()
  const call = expect(link.call('getCatalog')).rejects.toMatchObject({
    name: 'PlayhubError',
    code: 'TIMEOUT',
  })
  vi.advanceTimersByTime(CALL_TIMEOUT_MS)
  await call
  say({ id: sent[0]?.id, ok: true, result: [] })
})

test('a purchase waits as long as the player does', async () => {
  const { link, sent, say } = openLink()
  const purchase = link.call('purchase', { itemId: 'gems-100' })
  vi.advanceTimersByTime(60 * 60 * 1_000)
  say({ id: sent[0]?.id, ok: true, result: { status: 'cancelled' } })
  expect(await purchase).toEqual({ status: 'cancelled' })
})

test('a refusal becomes a typed error', async () => {
  const { link, sent, say } = openLink()
  const call = link.call('getToken')
  say({ id: sent[0]?.id, ok: false, error: { code: 'NOT_SIGNED_IN', message: 'Guests have no token' } })
  await expect(call).rejects.toMatchObject({ code: 'NOT_SIGNED_IN', message: 'Guests have no token' })
})

test('too many calls in a second are refused here, and go again in the next', async () => {
  const { link, sent } = openLink()
  for (let calls = 0; calls < MAX_CALLS_PER_SECOND; calls += 1) link.call('getPlayer').catch(() => {})
  await expect(link.call('getPlayer')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  vi.advanceTimersByTime(1_000)
  link.call('getPlayer').catch(() => {})
  expect(sent).toHaveLength(MAX_CALLS_PER_SECOND + 1)
})

test('what cannot cross is refused at once', async () => {
  const { link } = openLink()
  const itemId = (() => 'gems-100') as unknown as string
  await expect(link.call('purchase', { itemId })).rejects.toMatchObject({ code: 'INVALID_PARAMS' })
})

test('closing rejects what is open and what comes after', async () => {
  const { link } = openLink()
  const open = expect(link.call('purchase', { itemId: 'gems-100' })).rejects.toMatchObject({ code: 'CLOSED' })
  link.close()
  await open
  await expect(link.call('getPlayer')).rejects.toMatchObject({ code: 'CLOSED' })
})

test('nonsense from the other side changes nothing', async () => {
  const { link, sent, say } = openLink()
  const call = link.call('getLanguage')
  for (const nonsense of [null, 'text', 7, {}, { id: 99, ok: true }, { event: 7 }]) say(nonsense)
  say({ id: sent[0]?.id, ok: true, result: 'en' })
  expect(await call).toBe('en')
})
