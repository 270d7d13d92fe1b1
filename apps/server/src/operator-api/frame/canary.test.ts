import {
  hasPermission,
  type OperatorRoute,
  type OperatorRouteKey,
  operatorRoles,
  operatorRoutes,
} from '@playhub/contract/operator'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

const reads = (Object.entries(operatorRoutes) as [OperatorRouteKey, OperatorRoute][]).filter(
  ([key, { permission }]) => key.startsWith('GET ') && permission !== 'public',
)
const canary = { email: 'canary@birds.example', name: 'Canaria Finch', phone: '+7 912 345 67 89' }
const queries: Partial<Record<OperatorRouteKey, string>> = {
  'GET /search': `?q=${canary.email}`,
  'GET /finance/sales': '?from=2029-12-01&to=2030-01-31',
  'GET /finance/sales/export': '?from=2029-12-01&to=2030-01-31',
  'GET /finance/documents/export': '?month=2030-01',
  'GET /tickets': '?state=open',
  'GET /audit': '?action=player.end-sessions',
}

/** A player with orders, a ticket and a note, about whom staff have written. */
async function seedCanary(hub: TestHub, staff: OperatorClient): Promise<Record<string, string>> {
  const { userId } = await hub.logIn(canary.email)
  const { db, payments, support } = hub.context
  await db.updateTable('accounts').set({ nickName: canary.name }).where('id', '=', userId).execute()
  const order = (await payments.seedAttention(userId)) ?? ''
  await support.seedTickets({ playerId: userId, email: canary.email, orderId: order })
  const [ticket] = (await staff.callOk('GET /tickets', { query: {} })).data.result
  const about = `Call ${canary.phone} or write to ${canary.email}`
  await staff.callOk('POST /players/{id}/notes', { params: { id: userId }, body: { text: about } })
  await staff.callOk('POST /tickets/{id}/notes', { params: { id: ticket?.id ?? '' }, body: { text: about } })
  await staff.callOk('POST /players/{id}/end-sessions', { params: { id: userId }, body: { reason: about } })
  await staff.callOk('POST /orders/{id}/reconcile', { params: { id: order }, body: { reason: about } })
  const { id: webhook } = await db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow()
  return { players: userId, orders: order, tickets: ticket?.id ?? '', webhooks: webhook }
}

function toPath(key: OperatorRouteKey, ids: Record<string, string>): string {
  const path = key.slice('GET '.length)
  const kind = path.split('/')[1] ?? ''
  return path.replace('{id}', ids[kind] ?? 'none').replace('{project}', 'islandm3') + (queries[key] ?? '')
}

test('a player’s name, email and phone reach no role without personal data, by any call', async ({ hub }) => {
  const staff = await addTestOperator(hub, { role: 'owner', project: '*' })
  const ids = await seedCanary(hub, staff)
  const secrets = [canary.email, canary.name, canary.phone, 'Finch']
  const leaks: string[] = []
  const shown: string[] = []
  for (const role of operatorRoles) {
    const operator = await addTestOperator(hub, { role, project: '*' })
    for (const [key] of reads) {
      const { text, status } = await operator.read(toPath(key, ids))
      const seen = secrets.filter((secret) => text.includes(secret))
      if (seen.length === 0) continue
      if (hasPermission(role, 'personal')) shown.push(key)
      else leaks.push(`${role} ${key} (${status}): ${seen}`)
    }
  }
  expect(leaks).toEqual([])
  // The others do see them, so the search for them works.
  expect([...new Set(shown)].toSorted()).toEqual(
    expect.arrayContaining([
      ...['GET /players', 'GET /players/export', 'GET /players/{id}', 'GET /players/{id}/audit'],
      ...[
        'GET /orders',
        'GET /orders/{id}',
        'GET /tickets',
        'GET /tickets/{id}',
        'GET /audit',
        'GET /search',
      ],
    ]),
  )
})
