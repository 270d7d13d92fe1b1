import type { LibraryGame } from '@playhub/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Api } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalogue } from '../catalogue.ts'
import {
  addPlaySeconds,
  clearFavourite,
  deleteLibraryByPlayer,
  hasPlayed,
  listLibraryByPlayer,
  mergeLibrary,
  newLibraryGame,
  setFavourite,
} from './library-store.ts'

type Deps = {
  db: Db
  clock: Clock
  catalogue: Pick<Catalogue, 'project'>
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
  const known = games.filter(({ project }) => catalogue.project(project)?.game.isActive)
  const rows = new Map(
    known.map(({ project, favouriteAt, playedAt }) => [
      project,
      {
        ...newLibraryGame(playerId, project),
        favouriteAt: clamp(favouriteAt),
        playedAt: clamp(playedAt),
      },
    ]),
  )
  await write(deps, playerId, (tx) => mergeLibrary(tx, [...rows.values()]))
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
