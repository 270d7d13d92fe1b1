import { expect } from 'vitest'
import { test } from '../../test/support/hub-test.ts'
import { runOnHub } from '../../test/support/run-on-hub.ts'
import { recordOperation } from '../platform/audit-log.ts'
import { transact } from '../platform/database/database.ts'

const evil = 'x\n2030-01-01T00:00:00Z  root  player.ban p1\r\u001b[2J\u009b31m\u0085\u2028\u202e\u0007'
const controls = /(?!\n)[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u

test('control characters of stored text reach neither the audit output nor a terminal', async ({
  hub,
  player,
}) => {
  const change = { action: 'player.ban', subject: evil, before: { why: evil }, at: hub.clock.now() }
  await transact(hub.context.db, (tx) => recordOperation(tx, { operator: evil, reason: evil }, change))
  await hub.context.db
    .updateTable('accounts')
    .set({ nickName: evil.replaceAll('\n', '') })
    .where('id', '=', player.userId)
    .execute()
  const audit = await runOnHub(hub, 'audit')
  expect(audit.printed.split('\n')).toHaveLength(2)
  const outputs = [
    audit,
    await runOnHub(hub, 'audit --json'),
    await runOnHub(hub, ['players', 'find', player.email]),
  ]
  for (const { printed } of outputs) {
    expect(printed).not.toMatch(controls)
    expect(printed).toContain('\\u009b31m')
  }
  expect(JSON.parse(outputs[1]?.printed ?? '')).toMatchObject({
    data: { result: [{ operator: evil, reason: evil }] },
  })
})
