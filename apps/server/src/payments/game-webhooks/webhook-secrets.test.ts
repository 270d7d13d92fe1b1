import { Webhook } from 'standardwebhooks'
import { expect } from 'vitest'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import { filePaid, gameServerTest as test } from '../../../test/support/payments/game-server.ts'
import { readOnHub, runOnHub } from '../../../test/support/run-on-hub.ts'
import { DAY_MS, HOUR_MS } from '../../platform/clock.ts'

const project = 'islandm3'
const params = { project }

test('a webhook is signed with the new secret and, during the overlap, with the one before', async ({
  hub,
  game,
}) => {
  await addTestOperator(hub, { role: 'owner', project: '*' })
  const producer = await (await addTestOperator(hub, { role: 'producer', project })).prove()
  const create = async (overlapDays: number) =>
    (
      await producer.callOk('POST /game-servers/{project}/secrets', {
        params,
        body: { overlapDays, reason: 'A test' },
      })
    ).data.result
  const list = async () =>
    (await producer.callOk('GET /game-servers/{project}/secrets', { params })).data.result
  const signers = async (secrets: { secret: string }[]) => {
    await filePaid(hub, 'anna')
    await hub.runDueJobs()
    const { raw, headers } = game.received.at(-1) ?? expect.unreachable()
    return secrets.map(({ secret }) => {
      try {
        return Boolean(new Webhook(secret).verify(raw, headers as Record<string, string>))
      } catch {
        return false
      }
    })
  }

  expect(await list()).toMatchObject({ secrets: [], variable: { count: 0 } })
  const sandbox = { secret: (await list()).sandboxSecret ?? '' }
  const first = await create(7)
  expect(await signers([first, sandbox])).toEqual([true, true])
  const second = await create(7)
  expect(await signers([first, second])).toEqual([true, true])
  expect((await list()).secrets).toEqual([
    { ...second.details, endsAt: null },
    { ...first.details, endsAt: hub.clock.now() + 7 * DAY_MS },
  ])
  const third = await create(30)
  expect(await signers([first, second, third])).toEqual([false, true, true])
  hub.clock.advance(30 * DAY_MS)
  expect(await signers([second, third])).toEqual([false, true])

  await runOnHub(hub, `secrets revoke ${third.details.id}`)
  expect(await signers([third])).toEqual([false])
  await hub.passTime(HOUR_MS)
  const { db } = hub.context
  const audit = JSON.stringify(await db.selectFrom('auditLog').selectAll().execute())
  expect(audit).toContain('webhook-secret.create')
  expect(audit).toContain('webhook-secret.revoke')
  for (const { secret } of [first, second, third]) expect(audit).not.toContain(secret)
  expect(await db.selectFrom('webhookSecrets').select('id').execute()).toEqual([])
})

test('only who may manage the keys of the project creates and ends its secrets', async ({ hub }) => {
  const owner = await (await addTestOperator(hub, { role: 'owner', project: '*' })).prove()
  const body = { overlapDays: 7, reason: 'A test' }
  const { details, secret } = (await owner.callOk('POST /game-servers/{project}/secrets', { params, body }))
    .data.result
  const attacker = await (await addTestOperator(hub, { role: 'producer', project: 'familytown' })).prove()
  const revoke = { params: { id: details.id }, body: { reason: 'Mine?' } }
  expect(await attacker.call('POST /secrets/{id}/revoke', revoke)).toMatchObject({
    body: { code: 'SECRET_NOT_FOUND' },
  })
  const refused = [
    await attacker.call('GET /game-servers/{project}/secrets', { params }),
    await attacker.call('POST /game-servers/{project}/secrets', { params, body }),
  ]
  for (const response of refused) expect(response).toMatchObject({ body: { code: 'PROJECT_NOT_FOUND' } })
  const support = await (await addTestOperator(hub, { role: 'support', project: '*' })).prove()
  expect(await support.call('POST /secrets/{id}/revoke', revoke)).toMatchObject({ status: 403 })
  expect(await support.call('POST /game-servers/{project}/secrets', { params, body })).toMatchObject({
    status: 403,
  })
  for (const overlapDays of [-1, 31, 0.5, Number.NaN, '7' as unknown as number])
    expect(
      await owner.call('POST /game-servers/{project}/secrets', { params, body: { ...body, overlapDays } }),
    ).toMatchObject({ status: 400 })
  const listed = await owner.callOk('GET /game-servers/{project}/secrets', { params })
  expect(JSON.stringify(listed)).not.toContain(secret)
})

test('the command line creates, lists and ends a secret, and names what is wrong', async ({ hub }) => {
  const by = ['--by', 'anna', '--reason', 'Asked']
  const run = (command: string) => runOnHub(hub, [...command.split(' '), ...by])
  expect((await run('secrets create nothing')).printed).toContain('There is no such project in the content.')
  for (const overlap of ['31', '-1', 'long', '1.5'])
    expect(await run(`secrets create islandm3 --overlap=${overlap}`)).toMatchObject({
      code: 1,
      printed: expect.stringContaining('--overlap: '),
    })
  const { printed } = await run('secrets create islandm3')
  expect(printed).toMatch(/ {2}whsec_[A-Za-z0-9+/]{43}=$/m)
  expect((await run('secrets create islandm3 --overlap 1')).printed).toContain('signs for 1 more days')
  const { secrets: list } = await readOnHub(hub, 'secrets list islandm3')
  expect(list).toMatchObject([{ endsAt: null }, { endsAt: hub.clock.now() + DAY_MS }])
  expect(JSON.stringify(list)).not.toContain('whsec_')
  expect((await run(`secrets revoke ${list[0].id}`)).code).toBe(0)
  expect((await run(`secrets revoke ${list[0].id}`)).code).toBe(1)
})
