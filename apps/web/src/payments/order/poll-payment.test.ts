import type { PaymentState } from '@playhub/contract'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPaymentState } from '../../../test/payments/orders.ts'
import { POLL_INTERVAL_MS, pollPayment } from './poll-payment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function startPolling(responses: (PaymentState['status'] | Error)[]) {
  const events: string[] = []
  let requestCount = 0
  const fetchState = async () => {
    const response = responses[Math.min(requestCount++, responses.length - 1)]
    if (response instanceof Error) throw response
    return createPaymentState(response ?? 'pending')
  }
  const poll = pollPayment(fetchState, {
    onState: ({ status }) => events.push(status),
    onFailure: () => events.push('failure'),
  })
  return { events, poll, requestCount: () => requestCount }
}

test('an order is polled every two seconds until its status is final', async () => {
  const { events, requestCount } = startPolling(['pending', 'pending', 'paid', 'fail'])
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS - 1)
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS)
  expect(events).toEqual(['pending', 'pending', 'paid'])
  expect(requestCount()).toBe(3)
})

test('pollNow polls at once, and a failed request is retried', async () => {
  const { events, poll } = startPolling([new Error('offline'), 'paid'])
  poll.pollNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(events).toEqual(['failure'])
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS)
  expect(events).toEqual(['failure', 'paid'])
})

test('a stopped poll sends no more requests and reports nothing', async () => {
  const { events, poll, requestCount } = startPolling(['pending'])
  poll.pollNow()
  poll.stop()
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS)
  expect([events, requestCount()]).toEqual([[], 1])
})

test('polling stops after 450 requests', async () => {
  const { requestCount } = startPolling(['pending'])
  await vi.advanceTimersByTimeAsync(2_000 * POLL_INTERVAL_MS)
  expect(requestCount()).toBe(450)
})

test('polling stops when the login has ended', async () => {
  const ended = new ApiRefusal({ code: 'UNAUTHORIZED', status: 401, title: '' })
  const { events, requestCount } = startPolling(['pending', ended])
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS)
  expect(events).toEqual(['pending'])
  expect(requestCount()).toBe(2)
})
