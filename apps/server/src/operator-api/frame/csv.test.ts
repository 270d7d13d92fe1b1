import { expect } from 'vitest'
import { test } from '../../../test/support/hub-test.ts'
import { addTestOperator } from '../../../test/support/operators/operator-client.ts'

test('no cell of an export is a formula in a spreadsheet', async ({ hub, player }) => {
  const staff = await addTestOperator(hub, { role: 'owner', project: '*' })
  const exportName = async (nickName: string) => {
    await hub.context.db.updateTable('accounts').set({ nickName }).where('id', '=', player.userId).execute()
    return (await staff.read(`/players/export?q=${player.userId}`)).text.split('\r\n')[1]?.split(',')[1]
  }
  for (const name of [
    '=1+1',
    '+1',
    '-1',
    '@a',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    '﹦1',
    '−1',
    '\t=1',
    ' =1',
    '\u3000＝1',
    '\u200b=1',
    '\ufeff@a',
  ])
    expect(await exportName(name), JSON.stringify(name)).toBe(`'${name}`)
  expect(await exportName('Anna-Maria = A')).toBe('Anna-Maria = A')
})
