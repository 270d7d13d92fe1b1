import type { OrderStatus } from '@playhub/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Popup } from '../../../lib/browser/popup.ts'
import { createPopupPayment, type PopupPaymentDeps } from './popup-payment.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const url = 'https://pay.example/order'

function createPayment(given: { statuses?: (OrderStatus | Error)[]; deps?: Partial<PopupPaymentDeps> } = {}) {
  const events: string[] = []
  const popup = { isClosed: false, shownUrl: '' }
  const statuses = [...(given.statuses ?? [])]
  const opened: Popup = {
    isClosed: () => popup.isClosed,
    close: () => {
      popup.isClosed = true
    },
    focus: () => events.push('focus'),
    goTo: (to) => {
      popup.shownUrl = to
    },
  }
  const payment = createPopupPayment(
    {
      openPayment: async () => url,
      async fetchStatus() {
        const status = statuses.shift() ?? 'pending'
        events.push('fetched')
        if (status instanceof Error) throw status
        return status
      },
      isApp: false,
      redirect: (to) => events.push(`redirected to ${to}`),
      ...given.deps,
    },
    {
      onStage: (stage) => events.push('url' in stage && stage.url ? `waiting at ${stage.url}` : stage.name),
      onClosed: () => events.push('closed'),
      onAbandoned: () => events.push('abandoned'),
    },
  )
  return { payment, opened, popup, events }
}

test('the popup that the click has opened loads the provider once the server returns an address', async () => {
  const { payment, opened, popup, events } = createPayment()
  await payment.start(opened)
  expect(popup.shownUrl).toBe(url)
  expect(events).toEqual(['opening', 'waiting'])
})

test('a blocked popup becomes a link', async () => {
  const { payment, events } = createPayment()
  await payment.start(null)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual(['opening', `waiting at ${url}`])
})

test('the popup closes again when the payment does not open', async () => {
  const { payment, opened, popup, events } = createPayment({ deps: { openPayment: async () => null } })
  await payment.start(opened)
  expect(popup.isClosed).toBe(true)
  expect(events).toEqual(['opening', 'ready'])
})

test('after the popup closes, the status is fetched twice before the payment counts as abandoned', async () => {
  const { payment, opened, popup, events } = createPayment({ statuses: [new Error('offline')] })
  await payment.start(opened)
  popup.isClosed = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events.slice(2)).toEqual(['checking', 'closed', 'fetched', 'fetched', 'abandoned'])
})

test('a popup that is closed after paying is not an abandoned payment', async () => {
  const { payment, opened, popup, events } = createPayment({ statuses: ['pending', 'paid'] })
  await payment.start(opened)
  popup.isClosed = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events.slice(2)).toEqual(['checking', 'closed', 'fetched', 'fetched'])
})

test('an app is redirected to the provider', async () => {
  const { payment, events } = createPayment({ deps: { isApp: true } })
  await payment.start(null)
  expect(events).toEqual(['opening', `redirected to ${url}`])
})

test('stopping closes the popup and silences the listeners', async () => {
  const { payment, opened, popup, events } = createPayment()
  const started = payment.start(opened)
  payment.stop()
  await started
  await vi.advanceTimersByTimeAsync(60_000)
  expect(popup.isClosed).toBe(true)
  expect(events).toEqual(['opening'])
})
