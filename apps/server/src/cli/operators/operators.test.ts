import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addReadyOperator, invite } from '../../../test/support/operators/operators.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'

const run = (hub: TestHub, command: string) => runOnHub(hub, command)
const json = readOnHub

test('an operator is added with roles and a link to the console', async ({ hub }) => {
  const added = await run(hub, 'operators add Anna@Example.org --role owner')
  expect(added).toMatchObject({ code: 0, printed: expect.stringContaining(`${hub.url}/console/set-up/`) })
  await invite(hub, 'boris@example.org', '--role support --role finance --project islandm3 --name Boris')
  expect(await json(hub, 'operators list')).toMatchObject([
    { email: 'anna@example.org', name: 'anna', state: 'invited', grants: [{ role: 'owner', project: '*' }] },
    {
      ...{ email: 'boris@example.org', name: 'Boris', hasApp: false, passkeys: 0, lastSeenAt: null },
      grants: [
        { role: 'finance', project: 'islandm3' },
        { role: 'support', project: 'islandm3' },
      ],
    },
  ])
  const { printed } = await run(hub, 'operators list')
  expect(printed).toContain('finance islandm3, support islandm3')
})

test.for([
  ['anna@example.org', 'Give --role one or several times'],
  ['anna@example.org --role admin', '"admin" is no role'],
  ['anna@example.org --role viewer --project nosuch', 'no project "nosuch"'],
  ['anna@example.org --role viewer --language de', '"de" is not "ru" or "en"'],
  ['anna --role viewer', 'The email is not valid'],
  ['olga@example.org --role viewer', 'There is an operator with this email'],
] as const)('"operators add %s" is refused', async ([given, message], { hub }) => {
  await invite(hub, 'olga@example.org')
  const { code, printed } = await run(hub, `operators add ${given}`)
  expect([code, printed]).toEqual([1, expect.stringContaining(message)])
})

test('an operator is suspended and activated again', async ({ hub }) => {
  await addReadyOperator(hub, 'olga@example.org')
  const refused = await run(hub, 'operators suspend olga@example.org --by root --reason Test')
  expect(refused).toMatchObject({ code: 1, printed: expect.stringContaining('last active owner') })
  await addReadyOperator(hub)
  const why = '--by olga --reason Left'
  expect((await run(hub, `operators suspend anna@example.org ${why}`)).code).toBe(0)
  expect(await json(hub, 'operators list')).toMatchObject([{ state: 'active' }, { state: 'suspended' }])
  expect((await run(hub, `operators link anna@example.org`)).code).toBe(1)
  expect((await run(hub, `operators activate ANNA@example.org ${why}`)).code).toBe(0)
  expect(await json(hub, 'operators list')).toMatchObject([{ state: 'active' }, { state: 'active' }])
  expect((await run(hub, `operators suspend nobody@example.org ${why}`)).printed).toContain(
    'no such operator',
  )
})
