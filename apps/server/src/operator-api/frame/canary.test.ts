import {
  type Grant,
  hasPermission,
  type OperatorRoute,
  type OperatorRouteKey,
  operatorRoles,
  operatorRoutes,
} from '@playhub/contract/operator'
import { sql } from 'kysely'
import { expect } from 'vitest'
import * as z from 'zod'
import {
  canary,
  canarySecrets,
  canaryText,
  plantCanaries,
  plantInContent,
} from '../../../test/security/canaries.ts'
import { addTestOperator, type OperatorClient } from '../../../test/support/operators/operator-client.ts'
import { gameServerTest as test } from '../../../test/support/payments/game-server.ts'
import { runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

const routes = (Object.entries(operatorRoutes) as [OperatorRouteKey, OperatorRoute][]).filter(
  ([, { permission }]) => permission !== 'public' && permission !== 'self',
)
const project = 'islandm3'

/** Reads showing the canary to the owner. Others may, too. */
const known: OperatorRouteKey[] = [
  ...(['GET /audit', 'GET /audit/export', 'GET /search', 'GET /replies', 'GET /webhooks/{id}'] as const),
  ...(['GET /players', 'GET /players/export', 'GET /players/{id}', 'GET /players/{id}/audit'] as const),
  ...(['GET /players/{id}/orders', 'GET /players/{id}/tickets', 'GET /operations/jobs'] as const),
  ...(['GET /orders', 'GET /orders/export', 'GET /orders/{id}', 'GET /orders/{id}/explanation'] as const),
  ...(['GET /refunds', 'GET /refunds/export', 'GET /tickets', 'GET /tickets/export'] as const),
  ...(['GET /tickets/{id}', 'GET /game-servers/{project}/deliveries'] as const),
  ...(['GET /game-servers/{project}/builds', 'GET /players/{id}/saves/value'] as const),
  ...(['GET /content', 'GET /content/versions', 'GET /content/versions/{number}'] as const),
]

/** Values for a parameter; the first ones its schema accepts are sent. */
const samples: Record<string, unknown[]> = {
  project: [project, [project]],
  q: [canary.email],
  state: ['open', 'pending', 'paid', 'failed', 'dead', 'banned'],
  month: ['2030-01'],
  reason: ['A reason'],
  text: ['A text'],
  board: ['best'],
  key: ['progress'],
  grants: [[{ role: 'owner', project: '*' }]],
}
const anySamples = [
  '2029-12-01',
  '2030-01-31',
  'a',
  1,
  0,
  true,
  null,
  'en',
  'keep',
  [],
  ['a'],
  'a@example.org',
  {},
]

/** The smallest request the schema accepts. */
function sample(schema: z.ZodType | undefined): Record<string, unknown> {
  if (!(schema instanceof z.ZodObject)) return {}
  const shape = schema.shape as Record<string, z.ZodType>
  return Object.fromEntries(
    Object.entries(shape).flatMap(([name, field]) => {
      if (field.safeParse(undefined).success) return []
      const value = [...(samples[name] ?? []), ...anySamples].find((each) => field.safeParse(each).success)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** Every id in the database, so a call of any kind finds something. */
async function listIds({ context: { db } }: TestHub): Promise<string[]> {
  const ids = new Set<string>()
  for (const { name } of await db.introspection.getTables()) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)} limit 2`.execute(db)
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (column === 'id' && typeof value === 'string' && value.length === 36) ids.add(value)
  }
  return [...ids]
}

/** Calls of one kind of object take the same ids. */
const toKind = (key: OperatorRouteKey) => key.split(' ')[1]?.split('/')[1] ?? ''

type Read = { id: string; status: number; text: string }

/** Calls a route with each id. */
async function callWithIds(
  operator: Pick<OperatorClient, 'send'>,
  key: OperatorRouteKey,
  ids: readonly string[],
): Promise<Read[]> {
  const { params, query, body } = operatorRoutes[key] as OperatorRoute
  const names = params instanceof z.ZodObject ? Object.keys(params.shape) : []
  const fixed = sample(params)
  const choices = names.some((name) => name !== 'project') ? ids : ['']
  const reads: Read[] = []
  for (const id of choices) {
    const filled = Object.fromEntries(names.map((name) => [name, name === 'project' ? project : id]))
    const response = await operator.send(key, {
      params: { ...fixed, ...filled },
      query: sample(query),
      ...(body && { body: sample(body) }),
      idempotencyKey: `${key} ${id}`.replaceAll(/[^\w]/g, ''),
    })
    if (response.status === 429) throw new Error(`${key} was not looked at: ${response.text}`)
    reads.push({ id, ...response })
  }
  return reads
}

test('personal data reach no role without the permission, by any call', { timeout: 300_000 }, async ({
  hub,
  game,
}) => {
  const staff = await (await addTestOperator(hub, { role: 'owner', project: '*' })).prove()
  await plantCanaries(hub, game, staff)
  // From before they were masked when reported.
  await hub.context.db.updateTable('gameErrors').set({ message: canaryText }).execute()
  await runOnHub(hub, ['content', 'import', hub.context.config.contentDir])
  await hub.context.catalogue.refresh()
  await plantInContent(staff, await addTestOperator(hub, { role: 'producer', project }))
  await hub.context.catalogue.refresh()
  const files = [`projects/${project}.yaml`, `main_images/${project}/hero.svg`]
  const ids = [...(await listIds(hub)), '1', '2', ...files]
  const isRead = ([key]: [OperatorRouteKey, OperatorRoute]) => key.startsWith('GET ')

  // The owner opens every page, so the others would see what is on it.
  const unopened: string[] = []
  const opened = new Map<string, Set<string>>()
  const shown = new Set<string>()
  for (const [key] of routes.filter(isRead)) {
    const reads = await callWithIds(staff, key, ids)
    const found = reads.filter(({ status }) => status === 200).map(({ id }) => id)
    for (const id of found.filter(Boolean))
      opened.set(toKind(key), (opened.get(toKind(key)) ?? new Set()).add(id))
    if (found.length === 0) unopened.push(`${key} ${reads[0]?.text}`)
    if (reads.some(({ text }) => canarySecrets.some((secret) => text.includes(secret)))) shown.add(key)
  }
  expect(unopened).toEqual([])
  expect([...shown]).toEqual(expect.arrayContaining([...known]))

  const exports = hub.context.db.selectFrom('auditLog').select('after').where('action', '=', 'list.export')
  const recorded = JSON.stringify(await exports.execute())
  expect(recorded).toContain('c•••@b•••.example')
  expect(canarySecrets.filter((secret) => recorded.includes(secret))).toEqual([])

  const roles = operatorRoles.filter((role) => !hasPermission(role, 'personal'))
  const grants: Grant[] = [...roles.map((role) => ({ role, project: '*' })), { role: 'producer', project }]
  const chooseIds = (key: OperatorRouteKey) => {
    const known = [...(opened.get(toKind(key)) ?? ids)]
    return key.startsWith('GET ') || known.length > 9 ? known : known.slice(0, 1)
  }
  const leaks = new Set<string>()
  for (const grant of grants) {
    const operator = await addTestOperator(hub, grant)
    // Changes come last, because they change what is read.
    for (const [key] of routes.toSorted((a, b) => Number(isRead(b)) - Number(isRead(a))))
      for (const { status, text } of await callWithIds(operator, key, chooseIds(key)))
        for (const secret of canarySecrets.filter((each) => text.includes(each)))
          leaks.add(
            `${grant.role} ${key} (${status}): …${text.slice(text.indexOf(secret) - 60).slice(0, 120)}…`,
          )
  }
  expect([...leaks]).toEqual([])
})
