import { expect, test } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { openTestDatabase } from '../../../test/support/test-database.ts'
import { migrations } from '../../migrations/index.ts'
import { migrate } from '../../platform/database/migrations/migrations.ts'
import { newId } from '../../platform/ids.ts'
import type { AttemptRow, RefundRow } from '../records/tables.ts'
import { paymentsReport } from './report.ts'

test('the payments report reads neither all attempts nor all refunds', async () => {
  const db = await openTestDatabase()
  await migrate(db, migrations, 'here')
  const order = paidOrder('anna', 'islandm3', 1)
  await db.insertInto('orders').values(order).execute()
  const ids = Array.from({ length: 1000 }, newId)
  await db
    .insertInto('attempts')
    .values(ids.map((id) => toAttempt(id, order.id)))
    .execute()
  await db
    .insertInto('refunds')
    .values(ids.map((id) => toRefund(id, order.id)))
    .execute()
  const plans = await explainQueries(db, (recorded) => paymentsReport(recorded, 1))
  for (const index of ['attempts_reconciled', 'attempts_to_review', 'refunds_failed', 'refunds_pending'])
    expect(plans).toContain(index)
  expect(plans).not.toMatch(/Seq Scan on (attempts|refunds)|SCAN (attempts|refunds)(?! USING)/)
})

function toAttempt(id: string, orderId: string): AttemptRow {
  return {
    ...{ id, orderId, provider: 'stripe', providerPaymentId: id, amountMinor: 99, currency: 'USD' },
    ...{
      state: 'succeeded',
      receiptEmail: null,
      fiscalTerms: null,
      paidWith: null,
      reviewReason: null,
      checkedAt: 1,
    },
    ...{ nextCheckAt: 1, createdAt: 1, closedAt: 1, supersededAt: null, cancelRequestedAt: null },
    ...{ nextTotalsCheckAt: null, reconciledAt: null, countryByNetwork: null, card: null },
  }
}

function toRefund(id: string, orderId: string): RefundRow {
  return {
    ...{ id, orderId, attemptId: id, requestKey: id, amountMinor: 1, currency: 'USD', reason: 'Test' },
    ...{ requestedBy: 'operator', state: 'succeeded', providerRefundId: id, error: null, createdAt: 1 },
    ...{ sentAt: 1, nextCheckAt: null, settledAt: 1, mailedAt: null, operator: null, operatorId: null },
    ...{ heldUntil: null, heldItem: null, undoneAt: null, declaredAt: null, confirmedAt: null },
  }
}
