import type { OrderStatus } from '@playhub/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWindowPayment, type WindowWorld } from './popup-payment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const address = 'https://pay.example/order'

function stand(given: { answers?: (OrderStatus | Error)[]; world?: Partial<WindowWorld> } = {}) {
  const told: string[] = []
  const popup = { isShut: false, shownAt: '' }
  const answers = [...(given.answers ?? [])]
  const payment = createWindowPayment(
    {
      openWindow: () => ({
        isClosed: () => popup.isShut,
        close: () => {
          popup.isShut = true
        },
        focus: () => told.push('focus'),
        goTo: (to) => {
          popup.shownAt = to
        },
      }),
      openPayment: async () => address,
      async ask() {
        const answer = answers.shift() ?? 'pending'
        told.push('asked')
        if (answer instanceof Error) throw answer
        return answer
      },
      isApp: false,
      leaveFor: (to) => told.push(`left for ${to}`),
      ...given.world,
    },
    {
      stage: (stage) =>
        told.push('address' in stage && stage.address ? `waiting at ${stage.address}` : stage.name),
      left: () => told.push('left'),
      abandoned: () => told.push('abandoned'),
    },
  )
  return { payment, popup, told }
}

test('the window opens within the press, and goes to the provider once the server has an address', async () => {
  const { payment, popup, told } = stand()
  await payment.begin()
  expect(popup.shownAt).toBe(address)
  expect(told).toEqual(['opening', 'waiting'])
})

test('a window that the browser keeps shut becomes a link', async () => {
  const { payment, told } = stand({ world: { openWindow: () => null } })
  await payment.begin()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told).toEqual(['opening', `waiting at ${address}`])
})

test('a payment that does not open closes the window again', async () => {
  const { payment, popup, told } = stand({ world: { openPayment: async () => null } })
  await payment.begin()
  expect(popup.isShut).toBe(true)
  expect(told).toEqual(['opening', 'ready'])
})

test('a closed window is asked about twice before it counts as none', async () => {
  const { payment, popup, told } = stand({ answers: [new Error('offline')] })
  await payment.begin()
  popup.isShut = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told.slice(2)).toEqual(['checking', 'left', 'asked', 'asked', 'abandoned'])
})

test('a window closed after the payment is no abandoned one', async () => {
  const { payment, popup, told } = stand({ answers: ['pending', 'paid'] })
  await payment.begin()
  popup.isShut = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(told.slice(2)).toEqual(['checking', 'left', 'asked', 'asked'])
})

test('an app goes to the page itself', async () => {
  const { payment, told } = stand({ world: { isApp: true } })
  await payment.begin()
  expect(told).toEqual(['opening', `left for ${address}`])
})

test('whoever leaves the screen closes the window and hears nothing more', async () => {
  const { payment, popup, told } = stand()
  const begun = payment.begin()
  payment.stop()
  await begun
  await vi.advanceTimersByTimeAsync(60_000)
  expect(popup.isShut).toBe(true)
  expect(told).toEqual(['opening'])
})
