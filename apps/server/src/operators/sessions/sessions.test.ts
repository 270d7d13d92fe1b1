import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import {
  addTestOperator,
  type OperatorClient,
  operatorClient,
} from '../../../test/support/operators/operator-client.ts'
import {
  addReadyOperator,
  client,
  expectOperator,
  findOperator,
  logInOperator,
  operatorPassword,
} from '../../../test/support/operators/operators.ts'
import { wrongCode } from '../../../test/support/registration.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts'
import {
  completePasswordLogin,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  logOut,
  proveByCode,
  startPasswordLogin,
} from '../index.ts'

const readLastSeen = async (hub: TestHub) => {
  const { db } = hub.context
  return (await db.selectFrom('operatorSessions').select('lastSeenAt').executeTakeFirstOrThrow()).lastSeenAt
}

test('a session ends after an hour without use', async ({ hub }) => {
  const token = await logInOperator(hub, await addReadyOperator(hub))
  hub.clock.advance(50 * MINUTE_MS)
  await expectOperator(hub, token)
  hub.clock.advance(59 * MINUTE_MS)
  await expectOperator(hub, token)
  hub.clock.advance(HOUR_MS)
  expect(await findOperator(hub, token)).toBeUndefined()
})

test('a session that is used ends after twelve hours', async ({ hub }) => {
  const token = await logInOperator(hub, await addReadyOperator(hub))
  for (let count = 0; count < 23; count++) {
    hub.clock.advance(30 * MINUTE_MS)
    await expectOperator(hub, token)
  }
  hub.clock.advance(30 * MINUTE_MS)
  expect(await findOperator(hub, token)).toBeUndefined()
})

test('use is written once a minute', async ({ hub }) => {
  const token = await logInOperator(hub, await addReadyOperator(hub))
  hub.clock.advance(MINUTE_MS)
  const seenAt = hub.clock.now()
  await expectOperator(hub, token)
  hub.clock.advance(MINUTE_MS - 1)
  await expectOperator(hub, token)
  expect(await readLastSeen(hub)).toBe(seenAt)
  hub.clock.advance(1)
  await expectOperator(hub, token)
  expect(await readLastSeen(hub)).toBe(hub.clock.now())
})

test('the token is not in the database', async ({ hub }) => {
  const token = await logInOperator(hub, await addReadyOperator(hub))
  const rows = await hub.context.db.selectFrom('operatorSessions').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(await findOperator(hub, `${token}x`)).toBeUndefined()
  expect(await findOperator(hub, rows[0]?.tokenHash ?? '')).toBeUndefined()
})

test('a suspension acts on the next call, and lifting it revives no session', async ({ hub }) => {
  await addReadyOperator(hub, 'olga@example.org')
  const anna = await addReadyOperator(hub)
  const token = await logInOperator(hub, anna)
  await runOnHub(hub, `operators suspend ${anna.email} --by olga --reason Left`)
  expect(await findOperator(hub, token)).toBeUndefined()
  await runOnHub(hub, `operators activate ${anna.email} --by olga --reason Back`)
  expect(await findOperator(hub, token)).toBeUndefined()
  await expectOperator(hub, await logInOperator(hub, anna))
})

test('a change of roles acts on the next call', async ({ hub }) => {
  const anna = await addReadyOperator(hub, 'anna@example.org', '--role viewer')
  const token = await logInOperator(hub, anna)
  expect((await expectOperator(hub, token)).grants).toEqual([{ role: 'viewer', project: '*' }])
  const roles = '--role support --role finance --project islandm3'
  await runOnHub(hub, `operators roles ${anna.email} ${roles} --by olga --reason Moved`)
  expect((await expectOperator(hub, token)).grants).toEqual([
    { role: 'finance', project: 'islandm3' },
    { role: 'support', project: 'islandm3' },
  ])
})

test('a reauthentication lasts ten minutes and replaces the token', async ({ hub }) => {
  const { deps } = hub.context.operators
  const anna = await addReadyOperator(hub)
  const token = await logInOperator(hub, anna)
  hub.clock.advance(10 * MINUTE_MS)
  const current = await expectOperator(hub, token)
  expect(current.hasRecentReauthentication).toBe(false)
  const prove = (code = anna.appCode()) => proveByCode(deps, current, code)
  await expect(prove('AAAA-BBBB')).rejects.toMatchObject({
    code: 'SECOND_FACTOR_CODE_INCORRECT',
  })
  const proved = await prove()
  expect(await findOperator(hub, token)).toBeUndefined()
  const after = await expectOperator(hub, proved.token)
  expect(after).toMatchObject({ hasRecentReauthentication: true, session: { id: current.session.id } })
  hub.clock.advance(10 * MINUTE_MS)
  expect((await expectOperator(hub, proved.token)).hasRecentReauthentication).toBe(false)
})

test('wrong codes at the login do not lock the reauthentication of a session, which has a limit of its own', async ({
  hub,
}) => {
  const { deps } = hub.context.operators
  const anna = await addReadyOperator(hub)
  const current = await expectOperator(hub, await logInOperator(hub, anna))
  const wrong = wrongCode(anna.appCode())
  for (let count = 0; count < 11; count++) {
    const ip = `198.51.100.${count}`
    const form = { email: 'anna@example.org', password: operatorPassword }
    const { ticket } = await startPasswordLogin(deps, form, client(ip))
    await completePasswordLogin(deps, { ticket, code: wrong }, client(ip)).catch(() => {})
  }
  for (let count = 0; count < 9; count++)
    await expect(proveByCode(deps, current, wrong)).rejects.toMatchObject({
      code: 'SECOND_FACTOR_CODE_INCORRECT',
    })
  hub.clock.advance(MINUTE_MS)
  const { token } = await proveByCode(deps, current, anna.appCode())
  const proved = await expectOperator(hub, token)
  for (let count = 0; count < 10; count++)
    await expect(proveByCode(deps, proved, wrong)).rejects.toMatchObject({
      code: 'SECOND_FACTOR_CODE_INCORRECT',
    })
  await expect(proveByCode(deps, proved, wrong)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('operators see and end their own sessions', async ({ hub }) => {
  const { deps } = hub.context.operators
  const anna = await addReadyOperator(hub)
  const [one, two, three] = [
    await logInOperator(hub, anna),
    await logInOperator(hub, anna),
    await logInOperator(hub, anna),
  ]
  const current = await expectOperator(hub, one)
  const sessions = await listOwnSessions(deps, current)
  expect(sessions).toHaveLength(3)
  expect(sessions[0]).toMatchObject({ id: current.session.id, isCurrent: true, ip: '203.0.113.7' })
  await endOwnSession(deps, current, (await expectOperator(hub, two)).session.id)
  expect(await findOperator(hub, two)).toBeUndefined()
  await expect(endOwnSession(deps, current, 'nosuch')).rejects.toMatchObject({
    code: 'LOGIN_SESSION_NOT_FOUND',
  })
  expect(await endOtherSessions(deps, current)).toBe(1)
  expect(await findOperator(hub, three)).toBeUndefined()
  await logOut(deps, current)
  expect(await findOperator(hub, one)).toBeUndefined()
  const log = (await readOnHub(hub, 'audit')) as { action: string }[]
  expect(log.slice(0, 3).map(({ action }) => action)).toEqual([
    'operator.logout',
    'operator.end-sessions',
    'operator.end-sessions',
  ])
})

test('sessions are deleted 90 days after they expire', async ({ hub }) => {
  await logInOperator(hub, await addReadyOperator(hub))
  const count = async () =>
    (await hub.context.db.selectFrom('operatorSessions').select('id').execute()).length
  await hub.passTime(90 * DAY_MS)
  expect(await count()).toBe(1)
  await hub.passTime(DAY_MS)
  expect(await count()).toBe(0)
})

test('a refused call tells why the session ended, and nothing to those who never had one', async ({
  hub,
}) => {
  await addTestOperator(hub, { role: 'owner', project: '*' })
  const operator = await addTestOperator(hub, { role: 'viewer', project: '*' })
  const read = async ({ call }: Pick<OperatorClient, 'call'>) => {
    const { ok, body } = await call('GET /session')
    return ok ? body.data.result.sessionEndsAt - hub.clock.now() : [body.code, body.details]
  }
  expect(await read(operator)).toBe(12 * HOUR_MS)
  expect(await read(operatorClient(hub, 'operator=unknown'))).toEqual(['OPERATOR_UNAUTHORIZED', undefined])
  expect(await read(operatorClient(hub, ''))).toEqual(['OPERATOR_UNAUTHORIZED', undefined])
  const suspended = await addTestOperator(hub, { role: 'viewer', project: '*' })
  await hub.context.db
    .updateTable('operators')
    .set({ state: 'suspended' })
    .where('id', '=', suspended.id)
    .execute()
  expect(await read(suspended)).toEqual(['OPERATOR_UNAUTHORIZED', { ended: 'ended' }])
  hub.clock.advance(2 * HOUR_MS)
  expect(await read(operator)).toEqual(['OPERATOR_UNAUTHORIZED', { ended: 'idle' }])
  hub.clock.advance(12 * HOUR_MS)
  expect(await read(operator)).toEqual(['OPERATOR_UNAUTHORIZED', { ended: 'expired' }])
  const left = await addTestOperator(hub, { role: 'viewer', project: '*' })
  await left.callOk('DELETE /session')
  expect(await read(left)).toEqual(['OPERATOR_UNAUTHORIZED', { ended: 'ended' }])
})
