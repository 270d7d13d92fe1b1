import { expect } from 'vitest'
import { explainQueries } from '../../../test/support/explain-queries.ts'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import type { DisputeRow } from '../records/tables.ts'
import { listPaymentAttention } from './attention.ts'
import { listOperatorDisputes } from './refunds.ts'

type Given = Pick<DisputeRow, 'state' | 'dueBy'> & { project?: string }

async function insertGiven(db: Db, given: Given[], now: number): Promise<string[]> {
  const orders = given.map(({ project = 'islandm3' }) => paidOrder('anna', project, now))
  const attempts = orders.map(({ id }) => ({
    ...{ id, orderId: id, provider: 'stripe' as const, providerPaymentId: `pi_${id}`, amountMinor: 99 },
    ...{ currency: 'USD' as const, state: 'succeeded' as const, receiptEmail: null, paidWith: null },
    ...{ reviewReason: null, checkedAt: 0, nextCheckAt: 0, createdAt: now, closedAt: now },
    ...{
      supersededAt: null,
      cancelRequestedAt: null,
      nextTotalsCheckAt: null,
      reconciledAt: null,
      countryByNetwork: null,
      card: null,
    },
  }))
  const disputes = given.map(({ state, dueBy }, place) => ({
    ...{ id: newId(), orderId: orders[place]?.id ?? '', attemptId: orders[place]?.id ?? '' },
    ...{ providerDisputeId: 'dp_1', amountMinor: 99, currency: 'USD', reason: 'fraudulent', state, dueBy },
    ...{ openedAt: now, settledAt: state === 'open' ? null : now, nextCheckAt: null },
  }))
  await transact(db, async (tx) => {
    await tx.insertInto('orders').values(orders).execute()
    await tx.insertInto('attempts').values(attempts).execute()
    await tx.insertInto('disputes').values(disputes).execute()
  })
  return disputes.map(({ id }) => id)
}

test('open disputes come by deadline, then the decided ones, on any size of page', async ({ hub }) => {
  const { db, clock } = hub.context
  const given: Given[] = [
    { state: 'open', dueBy: null },
    { state: 'won', dueBy: 1 },
    { state: 'open', dueBy: 3000, project: 'farm' },
    { state: 'open', dueBy: 1000 },
    { state: 'lost', dueBy: null },
    { state: 'open', dueBy: 2000 },
    { state: 'open', dueBy: 1000 },
  ]
  const ids = await insertGiven(db, given, clock.now())

  const readAll = async (limit: number, filter: Parameters<typeof listOperatorDisputes>[1] = {}) => {
    const places: number[] = []
    let cursor: string | undefined
    do {
      const page = await listOperatorDisputes(db, filter, { limit, cursor }, 'en')
      expect(page.rows.length).toBeLessThanOrEqual(limit)
      places.push(...page.rows.map(({ id }) => ids.indexOf(id)))
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    return places
  }
  for (const limit of [1, 2, 3, 5, 50]) {
    expect(await readAll(limit)).toEqual([3, 6, 5, 2, 0, 4, 1])
    expect(await readAll(limit, { states: ['open'] })).toEqual([3, 6, 5, 2, 0])
    expect(await readAll(limit, { states: ['open', 'lost'] })).toEqual([3, 6, 5, 2, 0, 4])
    expect(await readAll(limit, { states: ['won'] })).toEqual([1])
    expect(await readAll(limit, { projects: ['farm'] })).toEqual([2])
    expect(await readAll(limit, { projects: [] })).toEqual([])
  }
  const readCheck = (projects?: string[]) =>
    listPaymentAttention(db, clock.now(), projects)
      .find(({ kind }) => kind === 'dispute-open')
      ?.read()
  expect(await readCheck()).toMatchObject({ count: 5, dueAt: 1000 })
  expect(await readCheck(['farm'])).toMatchObject({ count: 1, dueAt: 3000 })
  expect(await readCheck([])).toMatchObject({ count: 0, dueAt: null })
})

test("disputes and search results name the item in the operator's language", async ({ hub }) => {
  const { db, clock } = hub.context
  const [id = ''] = await insertGiven(db, [{ state: 'open', dueBy: null }], clock.now())
  for (const [language, title] of [
    ['ru', 'Пять подсказок'],
    ['en', 'Five hints'],
  ] as const) {
    const operator = await addTestOperator(hub, { role: 'owner', project: '*' })
    await operator.callOk('PUT /session/language', { body: { language } })
    expect((await operator.callOk('GET /disputes')).data.result).toMatchObject([{ id, title }])
    const { hits } = (await operator.callOk('GET /search', { query: { q: id } })).data.result
    expect(hits).toMatchObject([{ kind: 'dispute', title }])
  }
})

test('open disputes are read from the index of their deadlines', async ({ hub }) => {
  const { db, clock } = hub.context
  const rows = Array.from({ length: 100 }, (_, place): Given => ({ state: 'open', dueBy: place }))
  for (let hundred = 0; hundred < 20; hundred++)
    await insertGiven(
      db,
      rows.map((row) => (hundred === 0 ? row : { ...row, state: 'won' })),
      clock.now(),
    )
  const page = { limit: 10, cursor: `50:${newId()}` }
  const plan = await explainQueries(db, (recorded) =>
    listOperatorDisputes(recorded, { states: ['open'] }, page, 'en'),
  )
  expect(plan).toContain('disputes_open_by_deadline')
})
