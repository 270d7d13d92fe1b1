import { expect, test } from 'vitest'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { transact } from '../platform/database/database.ts'
import { createLimit } from './views.ts'

test('a transaction that PostgreSQL ends and that runs again counts once towards a limit', async () => {
  const db = await openTestDatabase()
  const admit = createLimit({ now: () => 0 }, 2, 1000)
  const codes = ['40P01', '40001', '40P01']
  const isAdmitted = await transact(db, async () => {
    const isWithin = admit('one')
    const code = codes.shift()
    if (code) throw Object.assign(new Error('Ended'), { code })
    return isWithin
  })
  expect([isAdmitted, admit('one'), admit('one')]).toEqual([true, true, false])
})
