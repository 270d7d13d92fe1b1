import type { LibraryGame } from '@playhub/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Api } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import { dayIn } from '../../platform/time-zone.ts'
import type { Catalogue } from '../catalogue.ts'
import {
  addPlayDay,
  addPlaySeconds,
  clearFavourite,
  deleteLibraryByPlayer,
  hasPlayed,
  listLibraryByPlayer,
  mergeLibrary,
  newLibraryGame,
  setFavourite,
  unknownDay,
} from './library-store.ts'

type Deps = {
  db: Db
  clock: Clock
  catalogue: Pick<Catalogue, 'project' | 'content'>
  /** Locks the account until the transaction ends. @throws Refusal UNAUTHORIZED when it is erased. */
  expectAccount(tx: Db, playerId: string): Promise<void>
}

/** Players' libraries: favourites and recently played games. */
export type Library = {
  registerRoutes(api: Api): void
  /** Tells if the player has opened the game while logged in. */
  hasPlayed(playerId: string, project: string): Promise<boolean>
  /** Adds playing time to a game in the library. */
  addPlaySeconds(tx: Db, playerId: string, project: string, seconds: number): Promise<void>
  addPlayDay: typeof addPlayDay
  /** Deletes the player's data in the transaction. */
  erase(tx: Db, playerId: string): Promise<void>
}

export function createLibrary(deps: Deps): Library {
  const { db } = deps
  const getLibrary = async (playerId: string) => ({
    data: { result: await listLibraryByPlayer(db, playerId) },
  })
  return {
    registerRoutes(api) {
      api.handle('GET /me/library', ({ actor }) => getLibrary(actor.playerId))
      api.handle('POST /me/library/favourite', async ({ actor, body }) => {
        await markFavourite(deps, actor.playerId, body)
        return getLibrary(actor.playerId)
      })
      api.handle('POST /me/library/played', async ({ actor, body }) => {
        await recordPlayed(deps, actor.playerId, body.project)
        return getLibrary(actor.playerId)
      })
      api.handle('POST /me/library/merge', async ({ actor, body }) => {
        await mergeGames(deps, actor.playerId, body.games)
        return getLibrary(actor.playerId)
      })
    },
    hasPlayed: (playerId, project) => hasPlayed(db, playerId, project),
    addPlaySeconds,
    addPlayDay,
    erase: deleteLibraryByPlayer,
  }
}

type Mark = { project: string; isFavourite: boolean }

/** Marks can be removed from games gone since. @throws Refusal GAME_NOT_FOUND */
async function markFavourite(deps: Deps, playerId: string, { project, isFavourite }: Mark): Promise<void> {
  if (!isFavourite) return clearFavourite(deps.db, playerId, project)
  expectGame(deps, project)
  await write(deps, playerId, (tx) => setFavourite(tx, playerId, project, deps.clock.now()))
}

/** @throws Refusal GAME_NOT_FOUND */
async function recordPlayed(deps: Deps, playerId: string, project: string): Promise<void> {
  expectGame(deps, project)
  const played = { ...newLibraryGame(playerId, project), playedAt: deps.clock.now() }
  await write(deps, playerId, (tx) => mergeLibrary(tx, [played]))
}

/** Merges a guest's library from the browser. Skips unknown games and clamps future instants, as its clock may be wrong. */
async function mergeGames(deps: Deps, playerId: string, games: LibraryGame[]): Promise<void> {
  const { clock, catalogue } = deps
  const clamp = (instant: number | null) =>
    instant === null ? null : Math.max(0, Math.min(instant, clock.now()))
  const today = dayIn(catalogue.content().hub.timeZone, clock.now())
  const known = games.filter(({ project }) => catalogue.project(project)?.game.isActive)
  const rows = new Map(
    known.map((game) => [
      game.project,
      {
        ...newLibraryGame(playerId, game.project),
        favouriteAt: clamp(game.favouriteAt),
        playedAt: clamp(game.playedAt),
        ...takeDays(game, today),
      },
    ]),
  )
  // The order in which plays lock these rows.
  const sorted = [...rows.values()].toSorted((one, other) => (one.project < other.project ? -1 : 1))
  await write(deps, playerId, (tx) => mergeLibrary(tx, sorted))
}

/** A guest's days of play. One that has played before they were counted is not new. */
function takeDays({ playedAt, firstDay, lastDay }: LibraryGame, today: string) {
  if (lastDay === undefined || lastDay > today)
    return { firstDay: null, lastDay: playedAt === null ? null : unknownDay }
  return { firstDay: firstDay !== undefined && firstDay <= lastDay ? firstDay : null, lastDay }
}

/** @throws Refusal UNAUTHORIZED when the account is erased concurrently, so no rows are left behind. */
async function write(
  { db, expectAccount }: Deps,
  playerId: string,
  work: (tx: Db) => Promise<void>,
): Promise<void> {
  await transact(db, async (tx) => {
    await expectAccount(tx, playerId)
    await work(tx)
  })
}

function expectGame({ catalogue }: Deps, project: string): void {
  if (!catalogue.project(project)?.game.isActive) throw new Refusal('GAME_NOT_FOUND')
}
