import {
  hasPermission,
  type OperatorRole,
  type OperatorRoute,
  type OperatorRouteKey,
  operatorRoles,
  operatorRoutes,
} from '@playhub/contract/operator'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, operatorClient } from '../../../test/support/operators/operator-client.ts'
import { DAY_MS } from '../../platform/clock.ts'

const routes = Object.entries(operatorRoutes) as [OperatorRouteKey, OperatorRoute][]
const guarded = routes.filter(([, { permission }]) => permission !== 'public')
const owner = { role: 'owner', project: '*' } as const
const nothing = '0190b5d6-1111-7222-8333-123456789012'

/** Permissions no project grant holds, whatever its role. */
const hubWide =
  /^(players\.(ban|end-sessions|remove-two-factor|delete|export)|operations\.read|jobs\.manage|audit\.read|alerts\.manage|operators\.manage|content\.manage)$/

type Client = { call: ReturnType<typeof operatorClient>['call'] }
type Given = { headers?: Record<string, string> }

/** Calls without a body: nothing is changed, and authorization comes before the body is checked. */
async function readCode({ call }: Client, key: OperatorRouteKey, given: Given = {}): Promise<string> {
  const params = {
    id: nothing,
    token: nothing,
    note: nothing,
    project: 'islandm3',
    number: '1',
    path: nothing,
  }
  const { body } = await call(key, { params, ...given } as never).catch(() => ({ body: {} }))
  return (body as { code?: string }).code ?? 'done'
}

test('no call of the API but login and set-up is open to those who are no operators', async ({
  hub,
  player,
}) => {
  await addTestOperator(hub, owner)
  const suspended = await addTestOperator(hub, owner)
  await hub.context.db
    .updateTable('operators')
    .set({ state: 'suspended' })
    .where('id', '=', suspended.id)
    .execute()
  const idle = await addTestOperator(hub, owner)
  hub.clock.advance(DAY_MS)
  const anonymous = operatorClient(hub, '')
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
  const open: string[] = []
  for (const [key] of guarded) {
    const codes = [
      await readCode(anonymous, key),
      await readCode(anonymous, key, bearer(player.jwt)),
      await readCode(anonymous, key, bearer('sandbox_islandm3')),
      await readCode(suspended, key),
      await readCode(idle, key),
    ]
    if (codes.some((code) => code !== 'OPERATOR_UNAUTHORIZED')) open.push(`${key}: ${codes}`)
  }
  expect(open).toEqual([])
})

test.for(operatorRoles)('%s: every call is allowed or forbidden as the table says', async (role, { hub }) => {
  await addTestOperator(hub, owner)
  const all = await addTestOperator(hub, { role, project: '*' })
  const one = await addTestOperator(hub, { role, project: 'islandm3' })
  const wrong: string[] = []
  for (const [key, { permission }] of guarded) {
    // They would end the session.
    if (key === 'DELETE /session') continue
    const isHeld = isPermitted(role, permission)
    const expected = [isHeld, isHeld && !hubWide.test(permission)]
    const codes = [await readCode(all, key), await readCode(one, key)]
    const allowed = codes.map((code) => code !== 'OPERATOR_FORBIDDEN' && code !== 'OPERATOR_UNAUTHORIZED')
    if (String(allowed) !== String(expected)) wrong.push(`${key}: ${codes}`)
  }
  expect(wrong).toEqual([])
})

const isPermitted = (role: OperatorRole, permission: OperatorRoute['permission']) =>
  permission === 'self' || (permission !== 'public' && hasPermission(role, permission))
