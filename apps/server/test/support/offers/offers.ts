import { createCodeHash, insertCodeBatch, insertCodes } from '../../../src/payments/offers/code-store.ts'
import { transact } from '../../../src/platform/database/database.ts'
import { newId } from '../../../src/platform/ids.ts'
import { test as stripeTest } from '../payments/stripe-checkout.ts'
import type { TestHub } from '../test-hub.ts'

/** Adds offers to the demo's island. */
export const withOffers = (offers: object[], items: Record<string, object> = {}) =>
  stripeTest.extend('hubOptions', {
    now: '2030-01-01T00:00:00Z',
    content: {
      islandm3: (yaml) =>
        Object.entries(items).reduce(
          (text, [id, fields]) =>
            text.replace(
              `  - id: ${id}\n`,
              `  - id: ${id}\n${Object.entries(fields)
                .map(([name, value]) => `    ${name}: ${JSON.stringify(value)}\n`)
                .join('')}`,
            ),
          `offers: ${JSON.stringify(offers)}\n${yaml}`,
        ),
    },
  })

export const readOrder = (hub: TestHub, id: string) =>
  hub.context.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
export const listUses = (hub: TestHub) =>
  hub.context.db
    .selectFrom('offerUses')
    .select(['offerId', 'slot', 'state', 'orderId'])
    .orderBy('id')
    .execute()

export async function addCode(
  hub: TestHub,
  code: string,
  { offerId = 'code', useLimit = 1, project = 'islandm3' } = {},
): Promise<string> {
  const { db, clock } = hub.context
  const batchId = newId()
  const id = newId()
  const hash = (await createCodeHash(db))(code)
  const batch = { id: batchId, project, offerId, codes: 1, createdBy: 'test' }
  await transact(db, async (tx) => {
    const row = { ...batch, createdAt: clock.now(), revokedAt: null }
    await insertCodeBatch(tx, row)
    await insertCodes(tx, row, useLimit, [{ id, hash }])
  })
  return id
}
export const countUsed = async (hub: TestHub) =>
  (await hub.context.db.selectFrom('offerCodes').select('used').orderBy('id').executeTakeFirstOrThrow()).used
