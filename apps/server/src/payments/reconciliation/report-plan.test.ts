import { type CompiledQuery, sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { test } from '../../testing/hub-test.ts'
import { stripeCheckout } from '../testing/stripe-checkout.ts'
import { paymentsReport } from './report.ts'

/** The tables of which the report lists few rows of many. */
const tables = ['attempts', 'refunds', 'disputes'] as const

test('the payments report reads no table from end to end', async ({ hub, player }) => {
  const { db } = hub.context
  const { orderId } = await stripeCheckout(hub).buy(player)
  const attempt = await db.selectFrom('attempts').selectAll().executeTakeFirstOrThrow()
  const attempts = Array.from({ length: 1500 }, () => {
    const id = newId()
    return { ...attempt, id, providerPaymentId: id }
  })
  for (let start = 0; start < attempts.length; start += 100)
    await db
      .insertInto('attempts')
      .values(attempts.slice(start, start + 100))
      .execute()
  const refunds = attempts.map(({ id }) => ({
    ...{ id, orderId, attemptId: attempt.id, requestKey: id, amountMinor: 1, currency: 'USD' as const },
    ...{
      reason: 'Test',
      requestedBy: 'operator' as const,
      state: 'succeeded' as const,
      providerRefundId: id,
    },
    ...{ error: null, createdAt: 1, sentAt: 1, nextCheckAt: null, settledAt: 1, mailedAt: null },
  }))
  for (let start = 0; start < refunds.length; start += 100)
    await db
      .insertInto('refunds')
      .values(refunds.slice(start, start + 100))
      .execute()
  const isPostgres = process.env.TEST_DIALECT === 'postgres'
  for (const table of tables) await sql.raw(isPostgres ? `analyze ${table}` : 'analyze').execute(db)

  const queries: CompiledQuery[] = []
  await paymentsReport(recording(db, queries), hub.clock.now())
  const plans: string[] = []
  for (const query of queries) {
    const explain = `explain ${isPostgres ? '' : 'query plan '}${query.sql}`
    plans.push(JSON.stringify(await db.executeQuery({ ...query, sql: explain })))
  }
  for (const index of ['attempts_reconciled', 'attempts_to_review', 'refunds_failed', 'refunds_pending'])
    expect(plans.join('\n')).toContain(index)
  expect(plans.join('\n')).not.toMatch(/Seq Scan on (attempts|refunds)|SCAN (attempts|refunds)(?! USING)/)
})

/** The database, which also records its queries. */
function recording(db: Db, queries: CompiledQuery[]): Db {
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      queries.push(db.withoutPlugins().getExecutor().compileQuery(node, queryId))
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
