import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { insertRows, migrationsUntil, versions } from '../../test/support/migrations/migration-states.ts'
import { openTestDatabase } from '../../test/support/test-database.ts'
import { listPlayers } from '../accounts/operator/player-list.ts'
import { migrate } from '../platform/database/migrations/migrations.ts'
import { migrations } from './index.ts'

test('names from an older version are found after the upgrade, and those that its hubs change later', async () => {
  const db = await openTestDatabase()
  const find = async (q: string) =>
    (await listPlayers(db, { q, findsParts: true }, { limit: 5, now: 0 })).rows.map(({ id }) => id)
  const rename = (id: string, name: string) =>
    sql`update accounts set nick_name = ${name} where id = ${id}`.execute(db)
  await migrate(db, migrationsUntil(versions.beforeOneTransaction), 'here')
  for (let index = 0; index < 12; index += 1) await insertRows(db, String(index))
  await rename('anna-0', 'АЛЁНА')
  await migrate(db, migrations, 'here')
  expect(await sql`select id from player_search where folded is null`.execute(db)).toMatchObject({ rows: [] })
  expect(await find('Алена')).toEqual(['anna-0'])

  await insertRows(db, 'later')
  await rename('anna-later', 'СЕМЁН')
  await rename('anna-0', 'ПЁТР')
  expect(await find('СЕМЕН')).toEqual(['anna-later'])
  expect(await find('пётр')).toEqual(['anna-0'])
  expect(await find('Алена')).toEqual([])
  await sql`delete from tickets where player_id = 'anna-0'`.execute(db)
  await sql`delete from identities where account_id = 'anna-0'`.execute(db)
  expect(await find('пётр')).toEqual(['anna-0'])
})
