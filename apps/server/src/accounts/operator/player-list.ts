/** The console's list of players. */

import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import {
  type BoundedPage,
  earlier,
  maxScanned,
  type PageRequest,
  readBoundedPage,
  type ScanRange,
} from '../../platform/bounded-page.ts'
import type { Db, Tables } from '../../platform/database/database.ts'
import { withOwnPlan } from '../../platform/database/postgres-driver.ts'
import { firstIdAt, toInList } from '../../platform/ids.ts'
import type { AccountRow } from '../tables.ts'
import { containsText, foldChangedNames, selectContainingIds, selectExactIds } from './player-search-store.ts'

export type PlayerListFilter = {
  q?: string | undefined
  state?: 'banned' | 'deleting' | undefined
  /** Half-open, in milliseconds. */
  createdFrom?: number | undefined
  createdUntil?: number | undefined
  /** Players with an order, ticket or play in one of these; undefined: all players. */
  projects?: string[] | undefined
  /** False for operators without personal data: a matching part of an email would reveal the email. */
  findsParts: boolean
}

/** Players newest first. An ended ban counts as none. */
export async function listPlayers(
  db: Db,
  filter: PlayerListFilter,
  { now, ...page }: PageRequest & { now: number },
): Promise<BoundedPage<AccountRow>> {
  const scanLimit = page.scanLimit ?? (filter.projects === undefined ? maxScanned : maxScannedInProjects)
  const isUnfiltered = filter.q === undefined && filter.projects === undefined && filter.state !== 'banned'
  if (filter.q !== undefined && filter.findsParts) await foldChangedNames(db)
  const isRare = filter.q !== undefined && (await isRareMatch(db, filter, scanLimit))
  const { createdUntil } = filter
  const before = earlier(page.cursor, createdUntil === undefined ? undefined : firstIdAt(createdUntil))
  return readBoundedPage(
    { ...page, cursor: before, scanLimit },
    {
      findEntry: (cursor, offset) =>
        isRare || isUnfiltered ? Promise.resolve(undefined) : findEntry(db, filter, cursor, offset),
      listRows: (range, limit) => listRows(db, filter, { ...range, isRare, now }, limit),
    },
  )
}

/** An account is looked up in three tables to tell if it belongs to the projects. */
const maxScannedInProjects = 1000

/** Few matches are sorted; many are found soon by looking at the newest players. */
async function isRareMatch(
  db: Db,
  { q = '', findsParts }: PlayerListFilter,
  scanLimit: number,
): Promise<boolean> {
  const { count } = await withOwnPlan(() =>
    db
      .selectFrom(
        selectMatching(db, q, findsParts)
          .limit(scanLimit + 1)
          .as('matching'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  return Number(count) <= scanLimit
}

function findEntry(
  db: Db,
  { state, createdFrom }: PlayerListFilter,
  before: string | undefined,
  offset: number,
) {
  return db
    .selectFrom('accounts')
    .select('id')
    .$if(state === 'deleting', (query) => query.where('deletionAt', 'is not', null))
    .$if(state === 'banned', (query) => query.where('bannedAt', 'is not', null))
    .$if(createdFrom !== undefined, (query) => query.where('id', '>=', firstIdAt(createdFrom ?? 0)))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(1)
    .executeTakeFirst()
}

function listRows(
  db: Db,
  { q, state, createdFrom, projects, findsParts }: PlayerListFilter,
  { before, from, isRare, now }: ScanRange & { isRare: boolean; now: number },
  limit: number,
): Promise<AccountRow[]> {
  return db
    .selectFrom('accounts')
    .selectAll()
    .$if(isRare, (query) => query.where('id', 'in', selectMatching(db, q ?? '', findsParts)))
    .$if(q !== undefined && !isRare, (query) => query.where(containsText(q ?? '')))
    .$if(state === 'deleting', (query) => query.where('deletionAt', 'is not', null))
    .$if(state === 'banned', (query) =>
      query
        .where('bannedAt', 'is not', null)
        .where((eb) => eb.or([eb('bannedUntil', 'is', null), eb('bannedUntil', '>', now)])),
    )
    .$if(createdFrom !== undefined, (query) => query.where('id', '>=', firstIdAt(createdFrom ?? 0)))
    .$if(from !== undefined, (query) => query.where('id', '>=', from ?? ''))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(projects !== undefined, (query) => query.where((eb) => isIn(eb, projects ?? [])))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

function selectMatching(db: Db, text: string, findsParts: boolean) {
  const exact = selectExactIds(db, text)
  return findsParts ? exact.unionAll(selectContainingIds(db, text)) : exact
}

/**
 * The player of the row has an order, ticket or play in one of the projects. Scalar subqueries, because PostgreSQL
 * would read whole tables once for `exists`.
 */
function isIn(
  { or, selectFrom }: ExpressionBuilder<Tables, 'accounts'>,
  projects: string[],
): Expression<SqlBool> {
  const found = (['plays', 'orders', 'tickets', 'saves'] as const).map((table) => {
    const own = selectFrom(table)
      .select(sql.lit(1).as('found'))
      .whereRef(`${table}.playerId`, '=', 'accounts.id')
      .where(`${table}.project`, 'in', toInList(projects))
      .limit(1)
    return sql<SqlBool>`${own} = 1`
  })
  return or(found)
}

/** Tells if a player has an order, ticket or play in one of the projects. */
export async function isPlayerIn(db: Db, playerId: string, projects: string[]): Promise<boolean> {
  const found = await db
    .selectFrom('orders')
    .select('playerId')
    .where('playerId', '=', playerId)
    .where('project', 'in', toInList(projects))
    .unionAll(
      db
        .selectFrom('tickets')
        .select('playerId')
        .where('playerId', '=', playerId)
        .where('project', 'in', toInList(projects)),
    )
    .unionAll(
      db
        .selectFrom('plays')
        .select('playerId')
        .where('playerId', '=', playerId)
        .where('project', 'in', toInList(projects)),
    )
    .unionAll(
      db
        .selectFrom('saves')
        .select('playerId')
        .where('playerId', '=', playerId)
        .where('project', 'in', toInList(projects)),
    )
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Names by player id; erased players are left out. */
export async function listPlayerNames(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'nickName']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, nickName }) => [id, nickName]))
}
