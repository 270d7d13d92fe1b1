import type { PaymentProcess, PaymentState } from '@playhub/contract'
import { expect, test } from 'vitest'
import { paymentAddress, providerOfPath } from '../order/payment-address.ts'
import { stageOf } from './payment-stage.ts'

const order = {
  provider: null,
  status: 'none',
  profileData: { mailToReceiveCheck: 'player@example.org' },
  paymentsMethods: [
    { provider: 'stripe', methods: ['card'] },
    { provider: 'yookassa', methods: ['card'] },
  ],
} as unknown as PaymentProcess
const open = { ...order, status: 'pending', provider: 'yookassa' } as PaymentProcess
const state = (status: PaymentState['status']) => ({ status }) as PaymentState

test('an order that nobody has begun to pay begins with the choice', () => {
  expect(stageOf({ process: order, state: null }, null)).toMatchObject({ name: 'choosing' })
})

test('an open payment goes on at its provider, whatever the address names', () => {
  const paying = { name: 'paying', provider: 'yookassa' }
  expect(stageOf({ process: open, state: state('pending') }, null)).toMatchObject(paying)
  expect(stageOf({ process: open, state: state('pending') }, 'stripe')).toMatchObject(paying)
})

test('a payment that ended meanwhile begins anew, with the provider that is wanted', () => {
  expect(stageOf({ process: open, state: state('fail') }, null)).toMatchObject({ name: 'choosing' })
  expect(stageOf({ process: open, state: state('none') }, 'stripe')).toMatchObject({
    name: 'paying',
    provider: 'stripe',
  })
  expect(stageOf({ process: open, state: state('paid') }, 'stripe')).toMatchObject({ why: 'alreadyPaid' })
})

test('a provider that the address names still asks for what is missing, and is not invented', () => {
  const unknown = { ...order, profileData: { mailToReceiveCheck: null } }
  const asked = stageOf({ process: unknown, state: null }, 'stripe')
  expect(asked).toMatchObject({ name: 'choosing', process: { provider: 'stripe' } })
  expect(stageOf({ process: order, state: null }, 'yandex-pay')).toMatchObject({ name: 'choosing' })
})

test('each provider has an address of its own', () => {
  expect(paymentAddress('p1', 'yandex-pay', 'ru')).toBe('/payments/yandex-pay/p1?locale=ru')
  expect(providerOfPath('/payments/yandex-pay/p1')).toBe('yandex-pay')
  expect(['/payments/process/p1', '/games/en/stripe'].map(providerOfPath)).toEqual([null, null])
})
