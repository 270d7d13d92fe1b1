import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator, operatorClient } from '../../../test/support/operators/operator-client.ts'
import { listOperations } from '../../platform/audit-log.ts'

const owner = { role: 'owner', project: '*' } as const
const viewer = { role: 'viewer', project: '*' } as const

test('until the first owner is added, console and API do not exist', async ({ hub }) => {
  const anonymous = operatorClient(hub, '')
  expect(await anonymous.call('GET /session')).toMatchObject({
    status: 404,
    body: { code: 'ROUTE_NOT_FOUND' },
  })
  hub.clock.advance(5000)
  await addTestOperator(hub, owner)
  expect(await anonymous.call('GET /session')).toMatchObject({
    status: 401,
    body: { code: 'OPERATOR_UNAUTHORIZED' },
  })
})

test('an operator logs in by password and code, reads the own permissions and logs out', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const { data } = await operator.callOk('GET /session')
  expect(data.result).toMatchObject({
    id: operator.id,
    email: operator.email,
    environment: 'sandbox',
    permissions: { 'operators.manage': '*' },
  })
  await operator.callOk('DELETE /session')
  expect(await operator.call('GET /session')).toMatchObject({ status: 401 })
})

test('what concerns the own login, keys and URLs are never masked', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const producer = await addTestOperator(hub, { role: 'producer', project: '*' })
  const proven = await producer.prove()
  expect((await proven.callOk('GET /session')).data.result.email).toBe(producer.email)
  expect((await proven.callOk('POST /session/app')).data.result.secretUri).toContain(
    encodeURIComponent(producer.email),
  )
  const params = { project: 'islandm3' }
  const body = { name: 'Server', expiresAt: null, scope: 'server' as const, reason: 'A test' }
  const { key } = (await proven.callOk('POST /game-servers/{project}/keys', { params, body })).data.result
  const used = await fetch(`${hub.url}/api/server/v1/purchases`, {
    headers: { authorization: `Bearer ${key}` },
  })
  expect(used.status).toBe(200)
  const servers = (await proven.callOk('GET /game-servers')).data.result
  expect(servers.map(({ url }) => url)).toContain(hub.context.catalogue.project('islandm3')?.webhookUrl)
})

test('a call without its header, or from another site, is refused', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const foreign: Record<string, string>[] = [
    { 'x-operator': '' },
    { origin: 'https://attacker.example' },
    { 'sec-fetch-site': 'same-site' },
  ]
  for (const headers of foreign)
    expect(await operator.call('DELETE /session', { headers })).toMatchObject({
      status: 403,
      body: { code: 'CROSS_SITE_REQUEST' },
    })
})

test('a call without the permission is refused and recorded', async ({ hub }) => {
  await addTestOperator(hub, owner)
  const operator = await addTestOperator(hub, viewer)
  expect(await operator.call('GET /operators')).toMatchObject({
    status: 403,
    body: { code: 'OPERATOR_FORBIDDEN' },
  })
  const [refused] = await listOperations(hub.context.db, { outcome: 'refused', limit: 1 })
  expect(refused).toMatchObject({ action: 'call.refused', operatorId: operator.id })
})

test('a change of rights needs a recent reauthentication, which a code of the app gives', async ({ hub }) => {
  const operator = await addTestOperator(hub, owner)
  const other = await addTestOperator(hub, viewer)
  hub.clock.advance(11 * 60_000)
  const suspend = { params: { id: other.id }, body: { reason: 'On leave' } }
  expect(await operator.call('POST /operators/{id}/suspend', suspend)).toMatchObject({
    status: 403,
    body: { code: 'PROOF_REQUIRED', details: { methods: ['totp', 'recovery-code'] } },
  })
  const proved = await operator.prove()
  const { data } = await proved.callOk('POST /operators/{id}/suspend', suspend)
  expect(data.result).toMatchObject({ id: other.id, state: 'suspended' })
  expect(await other.call('GET /session')).toMatchObject({ status: 401 })
  // The reauthentication has replaced the token.
  expect(await operator.call('GET /session')).toMatchObject({ status: 401 })
})

test('the cookie is worth nothing to players’ calls, and a player’s token nothing here', async ({
  hub,
  player,
}) => {
  const operator = await addTestOperator(hub, owner)
  expect(await hub.call('GET /me', { headers: { cookie: operator.cookie } })).toMatchObject({ status: 401 })
  const asPlayer = operatorClient(hub, '')
  const headers = { authorization: `Bearer ${player.jwt}` }
  expect(await asPlayer.call('GET /operators', { headers })).toMatchObject({ status: 401 })
})
