import { faultSentences } from '@playhub/contract/operator/sentences/faults'
import { fillSentence } from '@playhub/contract/operator/sentences/sentence'
import { timelineSentences } from '@playhub/contract/operator/sentences/timeline'
import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'
import type { TestHub } from '../../../test/support/test-hub.ts'
import { newId } from '../../platform/ids.ts'

const owner = { role: 'owner', project: '*' } as const

/** An entry as an earlier release has written it. */
async function insertEntry(hub: TestHub, entry: { operator: string; action: string; subject: string }) {
  const none = { before: null, after: null, reason: null, operatorId: null, sessionId: null, ip: null }
  const row = {
    id: newId(),
    at: hub.clock.now(),
    project: 'islandm3',
    playerId: null,
    orderId: null,
    ...none,
  }
  await hub.context.db
    .insertInto('auditLog')
    .values({ ...row, outcome: 'done', ...entry })
    .execute()
}

test('keys, operators and players have names in the audit log, and refused logins are refused', async ({
  hub,
  player,
}) => {
  const added = await addTestOperator(hub, owner)
  const anna = await added.prove()
  const { data } = await anna.callOk('POST /game-servers/{project}/keys', {
    params: { project: 'islandm3' },
    body: { name: 'deploy', expiresAt: null, scope: 'builds', reason: 'CI' },
  })
  const { id } = data.result.details
  await insertEntry(hub, { operator: `key ${id}`, action: 'build.publish', subject: newId() })
  await insertEntry(hub, { operator: `key ${newId()}`, action: 'build.publish', subject: newId() })
  await insertEntry(hub, { operator: added.email, action: 'operator.login-refused', subject: added.id })
  await anna.callOk('POST /players/{id}/ban', {
    params: { id: player.userId },
    body: { until: null, reason: 'Cheats' },
  })
  const list = (await anna.callOk('GET /audit', { query: {} })).data.result
  expect(list.slice(0, 5)).toMatchObject([
    { action: 'player.ban', operator: 'Olga', playerName: expect.stringMatching(/./) },
    { action: 'operator.login-refused', outcome: 'refused', subjectName: 'Olga' },
    { operator: 'key', action: 'build.publish' },
    { operator: 'key deploy', action: 'build.publish' },
    { action: 'key.create', subjectName: 'deploy' },
  ])
  expect(JSON.stringify(list)).not.toContain(`key ${id}`)
  const csv = (await anna.read('/audit/export')).text
  expect(csv).toContain('key deploy')
  expect(csv).not.toContain(`key ${id}`)

  const viewer = await addTestOperator(hub, { role: 'viewer', project: '*' })
  const masked = await viewer.callOk('GET /players/{id}/audit', {
    params: { id: player.userId },
    query: {},
  })
  expect(masked.data.result[0]?.playerName).toMatch(/^.•••$/u)
})

test('an order tells its history, refunds and faults as codes with values', async ({ hub, player }) => {
  const anna = await (await addTestOperator(hub, owner)).prove()
  await hub.context.payments.seedAttention(player.userId)
  const refunds = (await anna.callOk('GET /refunds', { query: { state: ['failed'] } })).data.result
  const failed = refunds.find(({ errorSentence }) => errorSentence)
  if (!failed?.errorSentence) throw new Error('No failed refund has a code')
  expect(failed.error).toBe(fillSentence(faultSentences, failed.errorSentence, 'en'))
  const order = (await anna.callOk('GET /orders/{id}', { params: { id: failed.orderId } })).data.result
  for (const { says, sentence } of order.timeline) {
    if (!sentence) throw new Error(`${says} has no code`)
    expect(fillSentence(timelineSentences, sentence, 'en')).toBe(says)
    expect(fillSentence(timelineSentences, sentence, 'ru')).toMatch(/[а-яё]/i)
  }
  // A sentence of an earlier release stays as it is.
  await hub.context.db.updateTable('refunds').set({ error: 'Too late' }).where('id', '=', failed.id).execute()
  const old = (await anna.callOk('GET /refunds', { query: { state: ['failed'] } })).data.result
  expect(old.find(({ id }) => id === failed.id)).toMatchObject({ error: 'Too late', errorSentence: null })
})

test("an operator's entries are found by the name without differences of case, ё and accents", async ({
  hub,
}) => {
  const anna = await (await addTestOperator(hub, owner)).prove()
  for (const operator of ['Алёна', 'АЛЕНА', 'José', 'Алёна Жук'])
    await insertEntry(hub, { operator, action: 'player.ban', subject: newId() })
  const find = async (operator: string, filter: object = {}) =>
    (await anna.callOk('GET /audit', { query: { operator, ...filter } })).data.result.map(
      (entry) => entry.operator,
    )
  expect(await find('алена')).toEqual(['АЛЕНА', 'Алёна'])
  expect(await find('JOSE', { action: 'player.ban' })).toEqual(['José'])
  expect(await find('nobody')).toEqual([])
})
