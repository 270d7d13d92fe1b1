import type { PaymentState } from '@playhub/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { POLL_INTERVAL_MS, watchPayment } from './poll-payment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const stateOf = (status: PaymentState['status']) => ({ status }) as PaymentState

function watch(answers: (PaymentState['status'] | Error)[]) {
  const told: string[] = []
  let asked = 0
  const next = async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)]
    if (answer instanceof Error) throw answer
    return stateOf(answer ?? 'pending')
  }
  const watching = watchPayment(next, {
    state: ({ status }) => told.push(status),
    noAnswer: () => told.push('no answer'),
  })
  return { told, watching, asked: () => asked }
}

test('an order is asked about every two seconds until it is over', async () => {
  const { told, asked } = watch(['pending', 'pending', 'paid', 'fail'])
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS - 1)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS)
  expect(told).toEqual(['pending', 'pending', 'paid'])
  expect(asked()).toBe(3)
})

test('a hint asks at once, and a question that fails is asked again', async () => {
  const { told, watching } = watch([new Error('offline'), 'paid'])
  watching.askNow()
  await vi.advanceTimersByTimeAsync(0)
  expect(told).toEqual(['no answer'])
  await vi.advanceTimersByTimeAsync(POLL_INTERVAL_MS)
  expect(told).toEqual(['no answer', 'paid'])
})

test('a stopped watch asks and tells nothing more', async () => {
  const { told, watching, asked } = watch(['pending'])
  watching.askNow()
  watching.stop()
  await vi.advanceTimersByTimeAsync(10 * POLL_INTERVAL_MS)
  expect([told, asked()]).toEqual([[], 1])
})

test('nobody is asked for ever', async () => {
  const { asked } = watch(['pending'])
  await vi.advanceTimersByTimeAsync(2_000 * POLL_INTERVAL_MS)
  expect(asked()).toBe(450)
})
