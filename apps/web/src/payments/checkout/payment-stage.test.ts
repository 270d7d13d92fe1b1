import type { PaymentProcess } from '@playhub/contract'
import { expect, test } from 'vitest'
import { order, createPaymentState as state } from '../../../test/payments/orders.ts'
import { initialStage, toShownResult } from './payment-stage.ts'

const open: PaymentProcess = { ...order, status: 'pending', provider: 'yookassa' }

test('an order without an attempt starts with the choice of method', () => {
  expect(initialStage({ process: order, state: null }, null)).toMatchObject({ name: 'choosing' })
})

test('an open attempt resumes at its provider, whatever the address names', () => {
  const paying = { name: 'paying', provider: 'yookassa' }
  expect(initialStage({ process: open, state: state('pending') }, null)).toMatchObject(paying)
  expect(initialStage({ process: open, state: state('pending') }, 'stripe')).toMatchObject(paying)
})

test('an attempt that ended meanwhile starts over, with the requested provider', () => {
  expect(initialStage({ process: open, state: state('fail') }, null)).toMatchObject({ name: 'choosing' })
  expect(initialStage({ process: open, state: state('none') }, 'stripe')).toMatchObject({
    name: 'paying',
    provider: 'stripe',
  })
  expect(initialStage({ process: open, state: state('paid') }, 'stripe')).toMatchObject({
    reason: 'alreadyPaid',
  })
})

test('an order that an operator has closed says so, whatever the address names', () => {
  const given = { ...order, closed: 'granted' as const }
  expect(initialStage({ process: given, state: null }, 'stripe')).toMatchObject({ reason: 'granted' })
  const { payload, ...none } = state('none')
  const takenBack = { ...none, payload: { ...payload, closed: 'revoked' as const } }
  expect(initialStage({ process: open, state: takenBack }, null)).toMatchObject({ reason: 'revoked' })
  expect(toShownResult(takenBack)).toBe('revoked')
})

test('a requested provider waits for a missing email, and is ignored when the project does not offer it', () => {
  const withoutEmail = { ...order, profileData: { mailToReceiveCheck: null } }
  expect(initialStage({ process: withoutEmail, state: null }, 'stripe')).toMatchObject({
    name: 'choosing',
    process: { provider: 'stripe' },
  })
  expect(initialStage({ process: order, state: null }, 'yandex-pay')).toMatchObject({ name: 'choosing' })
})
