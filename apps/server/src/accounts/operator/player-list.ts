/** The console's list of players. */

import type { Db } from '../../platform/database/database.ts'
import { firstIdAt, toInList } from '../../platform/ids.ts'
import type { AccountRow } from '../tables.ts'
import { selectContainingIds, selectExactIds } from './player-search-store.ts'

export type PlayerListFilter = {
  q?: string | undefined
  state?: 'banned' | 'deleting' | undefined
  /** Half-open, in milliseconds. */
  createdFrom?: number | undefined
  createdUntil?: number | undefined
  /** Players with an order, ticket or play in one of these; undefined: all players. */
  projects?: string[] | undefined
  /** False for operators who see no personal data: a part of an email that matches would tell them the email. */
  findsParts: boolean
}

type Page = { before?: string | undefined; limit: number }

/** Players newest first. A ban that has ended counts as none. */
export async function listPlayers(
  db: Db,
  filter: PlayerListFilter,
  { before, limit, now }: Page & { now: number },
): Promise<{ rows: AccountRow[]; nextCursor: string | null }> {
  const { q, state, createdFrom, createdUntil, projects } = filter
  const rows = await db
    .selectFrom('accounts')
    .selectAll()
    .$if(q !== undefined, (query) => query.where('id', 'in', selectMatching(db, q ?? '', filter.findsParts)))
    .$if(state === 'deleting', (query) => query.where('deletionAt', 'is not', null))
    .$if(state === 'banned', (query) =>
      query
        .where('bannedAt', 'is not', null)
        .where((eb) => eb.or([eb('bannedUntil', 'is', null), eb('bannedUntil', '>', now)])),
    )
    .$if(createdFrom !== undefined, (query) => query.where('id', '>=', firstIdAt(createdFrom ?? 0)))
    .$if(createdUntil !== undefined, (query) => query.where('id', '<', firstIdAt(createdUntil ?? 0)))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .$if(projects !== undefined, (query) => query.where('id', 'in', selectPlayersIn(db, projects ?? [])))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  return { rows: shown, nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

function selectMatching(db: Db, text: string, findsParts: boolean) {
  const exact = selectExactIds(db, text)
  const containing = findsParts ? selectContainingIds(db, text) : undefined
  return containing ? exact.unionAll(containing) : exact
}

/** Players with an order, ticket or play in one of the projects. */
function selectPlayersIn(db: Db, projects: string[]) {
  return db
    .selectFrom('orders')
    .select('playerId as id')
    .where('project', 'in', toInList(projects))
    .unionAll(db.selectFrom('tickets').select('playerId as id').where('project', 'in', toInList(projects)))
    .unionAll(db.selectFrom('plays').select('playerId as id').where('project', 'in', toInList(projects)))
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
