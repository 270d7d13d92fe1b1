import { operatorLimits } from '@playhub/contract/operator/limits'
import { expect } from 'vitest'
import { gameServerClient } from '../../../test/support/game-server-client.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { paidOrder } from '../../../test/support/payments/paid-order.ts'
import { test as base } from '../../../test/support/shared-hub-test.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { createCodeHash, findCode } from '../../payments/offers/code-store.ts'
import { insertOrder } from '../../payments/records/order-store.ts'
import type { OrderRow } from '../../payments/records/tables.ts'
import { DAY_MS } from '../../platform/clock.ts'
import { transact } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'

const project = 'islandm3'
const offers = `
offers:
  - { id: weekend, kind: sale, items: all, percent: 30, from: 2029-12-31T00:00:00Z, until: 2030-02-01T00:00:00Z }
  - { id: later, kind: sale, items: [islandm3-chest], percent: 10, from: 2030-06-01T10:00:00+03:00 }
  - { id: over, kind: sale, items: all, percent: 50, until: 2029-01-01T00:00:00Z }
  - { id: thanks, kind: bonus, items: all, adds: [{ item: islandm3-hints }], for: first-purchase }
  - { id: streamers, kind: code, items: all, percent: 20, uses: 3 }
  - { id: back, kind: gift, items: [islandm3-hints], every: once, for: { returning: { days: 30 } } }
`
const test = base.extend('hubOptions', { scope: 'file' }, () => ({
  content: { [project]: (yaml: string) => yaml + offers },
}))

const why = { reason: 'For streamers' }
const streamers = { project, offer: 'streamers' }
let keys = 0
const idempotencyKey = () => `key-${++keys}`
const staff = (hub: TestHub, role: 'owner' | 'producer' | 'support' | 'viewer', where = project) =>
  addTestOperator(hub, { role, project: where })

async function useOffer(hub: TestHub, offerId: string, changes: Partial<OrderRow> & { playerId: string }) {
  const order = { ...paidOrder(changes.playerId, project, hub.clock.now()), ...changes }
  await transact(hub.context.db, async (tx) => {
    await insertOrder(tx, order)
    await tx
      .insertInto('offerUses')
      .values({
        ...{ id: newId(), project, offerId, codeId: null, playerId: order.playerId, slot: order.id },
        ...{ orderId: order.id, state: order.status === 'paid' ? 'used' : 'reserved' },
        createdAt: hub.clock.now(),
      })
      .execute()
  })
}

test('codes are shown once, work for their offer, and stand in no table, audit entry or log', async ({
  hub,
}) => {
  await staff(hub, 'owner', '*')
  const producer = await staff(hub, 'producer')
  const request = { params: streamers, body: { count: 3, ...why }, idempotencyKey: idempotencyKey() }
  const { codes } = await producer.callOk('POST /offers/{project}/{offer}/codes', request)
  expect(new Set(codes).size).toBe(3)
  for (const code of codes) expect(code).toMatch(/^[A-Z]{10}$/)

  expect(await producer.call('POST /offers/{project}/{offer}/codes', request)).toMatchObject({
    body: { codes: [] },
  })
  const list = await producer.callOk('GET /offers/{project}/codes', { params: { project } })
  expect(list.data.result).toMatchObject([
    { offerId: 'streamers', codes: 3, used: 0, uses: 9, createdBy: 'Olga', revokedAt: null },
  ])

  const hash = await createCodeHash(hub.context.db)
  const [code = ''] = codes
  const stored = await findCode(hub.context.db, project, hash(code.toLowerCase()))
  expect(stored).toMatchObject({ offerId: 'streamers', useLimit: 3, used: 0 })
  const tables = [
    await hub.context.db.selectFrom('auditLog').selectAll().execute(),
    await hub.context.db.selectFrom('idempotentResponses').selectAll().execute(),
    await hub.context.db.selectFrom('offerCodes').selectAll().execute(),
    await hub.context.db.selectFrom('codeBatches').selectAll().execute(),
    hub.logs(),
  ]
  for (const each of codes) expect(JSON.stringify(tables)).not.toContain(each)
  const created = await hub.context.db
    .selectFrom('auditLog')
    .select(['operator', 'reason', 'project', 'after'])
    .where('action', '=', 'codes.create')
    .executeTakeFirstOrThrow()
  expect(created).toMatchObject({ operator: 'Olga', reason: 'For streamers', project })
  expect(JSON.parse(created.after ?? '')).toEqual({ offerId: 'streamers', codes: 3 })
})

test('a revoked batch stays revoked, with one audit entry', async ({ hub }) => {
  await staff(hub, 'owner', '*')
  const producer = await staff(hub, 'producer')
  const { codes } = await producer.callOk('POST /offers/{project}/{offer}/codes', {
    params: streamers,
    body: { count: 1, ...why },
    idempotencyKey: idempotencyKey(),
  })
  const { data } = await producer.callOk('GET /offers/{project}/codes', {
    params: { project },
    query: { offer: 'streamers' },
  })
  const params = { id: data.result[0]?.id ?? '' }
  for (const _ of [1, 2]) {
    const revoked = await producer.callOk('POST /code-batches/{id}/revoke', { params, body: why })
    expect(revoked.data.result.revokedAt).not.toBeNull()
  }
  const hash = await createCodeHash(hub.context.db)
  const stored = await findCode(hub.context.db, project, hash(codes[0] ?? ''))
  expect(stored?.revokedAt).not.toBeNull()
  const entries = await hub.context.db
    .selectFrom('auditLog')
    .select('id')
    .where('subject', '=', params.id)
    .where('action', '=', 'codes.revoke')
    .execute()
  expect(entries).toHaveLength(1)
})

test('a hundred thousand codes are made in one batch', async ({ hub }) => {
  const owner = await staff(hub, 'owner', '*')
  const { codes } = await owner.callOk('POST /offers/{project}/{offer}/codes', {
    params: streamers,
    body: { count: 100_000, ...why },
    idempotencyKey: idempotencyKey(),
  })
  expect(new Set(codes).size).toBe(100_000)
  const { data } = await owner.callOk('GET /offers/{project}/codes', { params: { project } })
  expect(data.result[0]).toMatchObject({ codes: 100_000, uses: 300_000 })
})

test.for([0, -1, 1.5, 100_001, Number.MAX_SAFE_INTEGER])('%s codes are refused', async (count, { hub }) => {
  const owner = await staff(hub, 'owner', '*')
  const request = { params: streamers, body: { count, ...why }, idempotencyKey: idempotencyKey() }
  expect(await owner.call('POST /offers/{project}/{offer}/codes', request)).toMatchObject({ status: 400 })
})

test('only an offer of the project with the kind code has codes', async ({ hub }) => {
  await staff(hub, 'owner', '*')
  const producer = await staff(hub, 'producer')
  const create = async (params: { project: string; offer: string }) =>
    (
      await producer.call('POST /offers/{project}/{offer}/codes', {
        params,
        body: { count: 1, ...why },
        idempotencyKey: idempotencyKey(),
      })
    ).body
  expect(await create({ project, offer: 'weekend' })).toMatchObject({ code: 'OFFER_WITHOUT_CODES' })
  expect(await create({ project, offer: 'none' })).toMatchObject({ code: 'OFFER_NOT_FOUND' })
  expect(await create({ project: 'familytown', offer: 'streamers' })).toMatchObject({
    code: 'PROJECT_NOT_FOUND',
  })
})

test('batches and offers of other projects do not exist, and support makes no codes', async ({ hub }) => {
  const owner = await staff(hub, 'owner', '*')
  await owner.callOk('POST /offers/{project}/{offer}/codes', {
    params: streamers,
    body: { count: 1, ...why },
    idempotencyKey: idempotencyKey(),
  })
  const { data } = await owner.callOk('GET /offers/{project}/codes', { params: { project } })
  const other = await staff(hub, 'producer', 'familytown')
  const params = { id: data.result[0]?.id ?? '' }
  expect(await other.call('POST /code-batches/{id}/revoke', { params, body: why })).toMatchObject({
    body: { code: 'CODE_BATCH_NOT_FOUND' },
  })
  for (const key of ['GET /offers/{project}', 'GET /offers/{project}/codes'] as const)
    expect(await other.call(key, { params: { project } })).toMatchObject({
      body: { code: 'PROJECT_NOT_FOUND' },
    })
  expect(await other.call('GET /offers/{project}/{offer}/uses', { params: streamers })).toMatchObject({
    body: { code: 'PROJECT_NOT_FOUND' },
  })
  const support = await staff(hub, 'support')
  const request = { params: streamers, body: { count: 1, ...why }, idempotencyKey: idempotencyKey() }
  expect(await support.call('POST /offers/{project}/{offer}/codes', request)).toMatchObject({ status: 403 })
  expect(await support.call('POST /code-batches/{id}/revoke', { params, body: why })).toMatchObject({
    status: 403,
  })
  expect(await support.call('GET /offers/{project}/codes', { params: { project } })).toMatchObject({
    status: 200,
  })
})

test('offers stand with their state, uses, revenue and discount by currency', async ({ hub, player }) => {
  const viewer = await staff(hub, 'viewer')
  const { userId: playerId } = player
  const reduced = { playerId, amountMinor: 69, listUsdMinor: 99, listRubMinor: 9900 }
  await useOffer(hub, 'weekend', reduced)
  await useOffer(hub, 'weekend', { ...reduced, refundedMinor: 69 })
  await useOffer(hub, 'weekend', { ...reduced, currency: 'RUB', provider: 'yookassa', amountMinor: 6930 })
  await useOffer(hub, 'weekend', { ...reduced, status: 'none', currency: null, amountMinor: null })
  await useOffer(hub, 'thanks', reduced)
  await useOffer(hub, 'gone', reduced)
  await useOffer(hub, 'limit:islandm3-hints', reduced)
  const { data } = await viewer.callOk('GET /offers/{project}', { params: { project } })
  expect(data.result.map(({ id, state }) => [id, state])).toEqual([
    ['weekend', 'running'],
    ['thanks', 'running'],
    ['streamers', 'running'],
    ['back', 'running'],
    ['later', 'scheduled'],
    ['over', 'ended'],
    ['gone', 'ended'],
  ])
  const [weekend, thanks, streamersOffer, back, later, , gone] = data.result
  expect(weekend).toMatchObject({ kind: 'sale', items: null, percent: 30, audience: 'everyone', uses: 3 })
  expect(weekend?.revenue).toEqual(
    expect.arrayContaining([
      { currency: 'USD', amountMinor: 69 },
      { currency: 'RUB', amountMinor: 6930 },
    ]),
  )
  expect(weekend?.discount).toEqual(
    expect.arrayContaining([
      { currency: 'USD', amountMinor: 60 },
      { currency: 'RUB', amountMinor: 2970 },
    ]),
  )
  expect(thanks).toMatchObject({ adds: [{ itemId: 'islandm3-hints', quantity: 1 }], uses: 1, discount: [] })
  expect(streamersOffer).toMatchObject({ kind: 'code', usesPerCode: 3, audience: null })
  expect(back).toMatchObject({ audience: 'returning', returningDays: 30 })
  expect(later).toMatchObject({ from: Date.parse('2030-06-01T07:00:00Z'), until: null })
  expect(gone).toMatchObject({ kind: null, uses: 1 })

  const ended = await viewer.callOk('GET /offers/{project}', {
    params: { project },
    query: { state: 'ended' },
  })
  expect(ended.data.result.map(({ id }) => id)).toEqual(['over', 'gone'])
  const uses = await viewer.callOk('GET /offers/{project}/{offer}/uses', {
    params: { project, offer: 'weekend' },
    query: { limit: 3 },
  })
  expect(uses.data.result).toHaveLength(3)
  expect(uses.data.result[0]).toMatchObject({ playerId, state: 'reserved', batchId: null })
  const rest = await viewer.callOk('GET /offers/{project}/{offer}/uses', {
    params: { project, offer: 'weekend' },
    query: { limit: 3, cursor: uses.data.nextCursor ?? '' },
  })
  expect(rest.data.result).toHaveLength(1)

  const producer = await staff(hub, 'producer')
  const csv = await producer.read(`/offer-uses/export?project=${project}&offer=weekend`)
  expect(csv.headers.get('content-disposition')).toContain('offer-uses-islandm3-')
  expect(csv.text.split('\r\n')).toHaveLength(6)
  expect(csv.text).toMatch(/,islandm3,weekend,.*,used,USD,0\.69,0\.30,2030-01-01T/)
  expect((await producer.read('/offer-uses/export?project=familytown')).status).toBe(404)
  expect((await viewer.read(`/offer-uses/export?project=${project}`)).status).toBe(403)

  const sums = await producer.read(`/offers/export?project=${project}`)
  expect(sums.headers.get('content-disposition')).toContain('offers-islandm3-')
  expect(sums.text).toMatch(/\r\nislandm3,weekend,sale,running,.*,USD,\d+\.\d\d,\d+\.\d\d\r\n/)
  const listed = sums.text.split('\r\n').map((line) => line.split(',')[1])
  expect(listed.indexOf('weekend')).toBeLessThan(listed.indexOf('gone'))
  const over = await producer.read(`/offers/export?project=${project}&state=ended`)
  expect(over.text).not.toContain('weekend')
  expect(over.text).toContain(',gone,')
  expect((await producer.read('/offers/export?project=familytown')).status).toBe(404)
  expect((await viewer.read(`/offers/export?project=${project}`)).status).toBe(403)
})

test('a game server lists its offers and makes codes of its project alone', async ({ hub }) => {
  const server = gameServerClient(hub)
  const { data } = await server.callOk('GET /offers')
  expect(data.result).toContainEqual({
    ...{ id: 'streamers', kind: 'code', state: 'running', items: null, from: null, until: null, uses: 0 },
  })
  const request = { body: { offerId: 'streamers', count: 2 }, once: 'newsletter' }
  const first = await server.call('POST /codes', request)
  expect(first).toMatchObject({ status: 201, body: { codes: [expect.any(String), expect.any(String)] } })
  const again = await server.callOk('POST /codes', request)
  expect(again).toEqual({ batchId: (first.body as typeof again).batchId, codes: [] })
  const outcome = (offerId: string, count: number) =>
    server.getOutcome('POST /codes', { body: { offerId, count } })
  expect(await outcome('weekend', 1)).toBe('OFFER_WITHOUT_CODES')
  expect(await outcome('none', 1)).toBe('OFFER_NOT_FOUND')
  expect(await outcome('streamers', 1001)).toBe('BODY_INVALID')
  const other = gameServerClient(hub, 'sandbox_familytown')
  expect(await other.getOutcome('POST /codes', { body: { offerId: 'streamers', count: 1 } })).toBe(
    'OFFER_NOT_FOUND',
  )
})

test('an operator and a key of a game server make so many codes a day, and more the next day', async ({
  hub,
}) => {
  await staff(hub, 'owner', '*')
  const producer = await staff(hub, 'producer')
  const create = async (count: number) => {
    const request = { params: streamers, body: { count, ...why }, idempotencyKey: idempotencyKey() }
    return (await producer.call('POST /offers/{project}/{offer}/codes', request)).body
  }
  /** As if all but one had been made. */
  const raise = (maker: string) =>
    hub.context.db
      .updateTable('counters')
      .set({ count: operatorLimits.codesPerDay - 1 })
      .where('subject', 'like', `codes made by ${maker} %`)
      .execute()
  expect(await create(1)).toMatchObject({ codes: [expect.any(String)] })
  await raise(producer.id)
  expect(await create(2)).toMatchObject({ code: 'CODES_TOO_MANY' })
  expect(await create(1)).toMatchObject({ codes: [expect.any(String)] })
  expect(await create(1)).toMatchObject({ code: 'CODES_TOO_MANY' })

  const server = gameServerClient(hub)
  const make = () => server.getOutcome('POST /codes', { body: { offerId: 'streamers', count: 2 } })
  expect(await make()).toBe('ok')
  await raise('key%')
  expect(await make()).toBe('CODES_TOO_MANY')
  await hub.passTime(DAY_MS)
  expect(await make()).toBe('ok')
})
