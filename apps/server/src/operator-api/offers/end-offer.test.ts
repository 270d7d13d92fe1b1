import { expect } from 'vitest'
import { test as base } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

const project = 'islandm3'
const offers = `
# Kept.
offers:
  - { id: weekend, kind: sale, items: all, percent: 30, from: 2029-12-31T00:00:00Z, until: 2030-02-01T00:00:00Z }
  - { id: later, kind: sale, items: [islandm3-chest], percent: 10, from: 2030-06-01T10:00:00+03:00 }
`
const test = base.extend('hubOptions', { content: { [project]: (yaml) => yaml + offers } })
const why = { reason: 'A mistake' }
const staff = (hub: TestHub, role: 'owner' | 'producer', where = project) =>
  addTestOperator(hub, { role, project: where })

test('a running offer ends by a version of its own, for those who may publish', async ({ hub }) => {
  const owner = await staff(hub, 'owner', '*')
  const params = { project, offer: 'weekend' }
  const end = (operator: Pick<typeof owner, 'call'>, offer = 'weekend') =>
    operator.call('POST /offers/{project}/{offer}/end', { params: { project, offer }, body: why })
  expect(await end(owner)).toMatchObject({ body: { code: 'CONTENT_IN_FOLDER' } })
  await owner.callOk('POST /content/import', { body: why })
  const producer = await staff(hub, 'producer')
  expect(await end(producer)).toMatchObject({ status: 403 })
  expect(await end(await staff(hub, 'producer', 'familytown'))).toMatchObject({
    body: { code: 'PROJECT_NOT_FOUND' },
  })
  expect(await end(owner, 'none')).toMatchObject({ body: { code: 'OFFER_NOT_FOUND' } })
  expect(await end(owner, 'later')).toMatchObject({ body: { code: 'OFFER_NOT_RUNNING' } })

  const again = await owner.prove()
  const { data } = await again.callOk('POST /offers/{project}/{offer}/end', { params, body: why })
  expect(data.result.until).toBeLessThanOrEqual(hub.clock.now())
  const offers = hub.context.catalogue.project(project)?.offers
  expect(offers?.find(({ id }) => id === 'weekend')).toMatchObject({ percent: 30, until: data.result.until })
  expect(await end(again)).toMatchObject({ body: { code: 'OFFER_NOT_RUNNING' } })
  const entry = await hub.context.db
    .selectFrom('auditLog')
    .selectAll()
    .where('action', '=', 'offer.end')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ project, operator: 'Olga', reason: 'A mistake' })
  expect(JSON.parse(entry.after ?? '')).toMatchObject({ offerId: 'weekend', number: data.result.version })
})

const aliased = base.extend('hubOptions', {
  content: {
    [project]: (yaml) => `${yaml}
offers:
  - { id: first, kind: sale, items: all, percent: 30, until: &end 2030-02-01T00:00:00Z }
  - { id: second, kind: sale, items: all, percent: 20, until: *end }
`,
  },
})

aliased('an end that other fields repeat is left to the editor', async ({ hub }) => {
  const owner = await staff(hub, 'owner', '*')
  await owner.callOk('POST /content/import', { body: why })
  const params = { project, offer: 'first' }
  expect(await owner.call('POST /offers/{project}/{offer}/end', { params, body: why })).toMatchObject({
    status: 409,
    body: { code: 'EDIT_CONFLICT' },
  })
})
