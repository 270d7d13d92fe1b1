import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addReadyOperator, invite } from '../../../test/support/operators/operators.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { changeRoles, listOperators, suspendOperator } from '../index.ts'

const operation = { operator: 'olga', reason: 'Left' }

async function getId(hub: TestHub, email: string): Promise<string> {
  const operators = await listOperators(hub.context.db)
  return operators.find((operator) => operator.email === email)?.id ?? ''
}

test('the last active owner can be neither suspended nor demoted', async ({ hub }) => {
  const { deps } = hub.context.operators
  await addReadyOperator(hub, 'anna@example.org')
  await addReadyOperator(hub, 'boris@example.org', '--role owner --project islandm3')
  await invite(hub, 'clara@example.org', '--role owner')
  const anna = await getId(hub, 'anna@example.org')
  const support = [{ role: 'support' as const, project: '*' }]
  await expect(suspendOperator(deps, anna, operation)).rejects.toMatchObject({ code: 'LAST_OWNER' })
  await expect(changeRoles(deps, anna, support, operation)).rejects.toMatchObject({ code: 'LAST_OWNER' })
  await changeRoles(deps, anna, [...support, { role: 'owner', project: '*' }], operation)

  await addReadyOperator(hub, 'daria@example.org', '--role owner')
  await changeRoles(deps, anna, support, operation)
  const daria = await getId(hub, 'daria@example.org')
  await expect(suspendOperator(deps, daria, operation)).rejects.toMatchObject({ code: 'LAST_OWNER' })
})

test('of two owners who suspend each other at the same time, one stays', async ({ hub }) => {
  const { deps } = hub.context.operators
  await addReadyOperator(hub, 'anna@example.org')
  await addReadyOperator(hub, 'boris@example.org')
  const ids = [await getId(hub, 'anna@example.org'), await getId(hub, 'boris@example.org')]
  const outcomes = await Promise.allSettled(ids.map((id) => suspendOperator(deps, id, operation)))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect((await listOperators(hub.context.db)).map(({ state }) => state).toSorted()).toEqual([
    'active',
    'suspended',
  ])
})
