import type { LibraryGame } from '@playhub/contract'
import type { Clock } from '../../platform/clock.ts'
import { type Db, transact } from '../../platform/database/database.ts'
import type { Api } from '../../platform/http/api.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Catalogue } from '../catalogue.ts'
import { clearFavourite, deleteShelfOf, listShelfOf, mergeShelf, setFavourite } from './shelf-store.ts'

type Deps = {
  db: Db
  clock: Clock
  catalogue: Pick<Catalogue, 'project'>
  /** Keeps the account until the transaction ends; throws Refusal UNAUTHORIZED when it is gone. */
  expectAccount(tx: Db, playerId: string): Promise<void>
}

/** The games that each player keeps at hand: favourites, and those played last. */
export type Shelf = {
  registerRoutes(api: Api): void
  /** The sections of a player's own copy of what the hub keeps. */
  personalData(playerId: string): Promise<Record<string, unknown>>
  /** Forgets the player, in the transaction given. */
  erase(tx: Db, playerId: string): Promise<void>
}

export function createShelf(deps: Deps): Shelf {
  const { db } = deps
  const told = async (playerId: string) => ({ data: { result: await listShelfOf(db, playerId) } })
  return {
    registerRoutes(api) {
      api.answer('GET /me/shelf', ({ actor }) => told(actor.playerId))
      api.answer('POST /me/shelf/favourite', async ({ actor, body }) => {
        await markFavourite(deps, actor.playerId, body)
        return told(actor.playerId)
      })
      api.answer('POST /me/shelf/played', async ({ actor, body }) => {
        await notePlayed(deps, actor.playerId, body.project)
        return told(actor.playerId)
      })
      api.answer('POST /me/shelf/merge', async ({ actor, body }) => {
        await takeOver(deps, actor.playerId, body.games)
        return told(actor.playerId)
      })
    },
    personalData: async (playerId) => ({ games: await listShelfOf(db, playerId) }),
    erase: deleteShelfOf,
  }
}

type Mark = { project: string; isFavourite: boolean }

/** @throws Refusal GAME_NOT_FOUND; the mark of a game that is gone may still be taken away. */
async function markFavourite(deps: Deps, playerId: string, { project, isFavourite }: Mark): Promise<void> {
  if (!isFavourite) return clearFavourite(deps.db, playerId, project)
  expectGame(deps, project)
  await write(deps, playerId, (tx) => setFavourite(tx, playerId, project, deps.clock.now()))
}

/** @throws Refusal GAME_NOT_FOUND */
async function notePlayed(deps: Deps, playerId: string, project: string): Promise<void> {
  expectGame(deps, project)
  const played = { playerId, project, favouriteAt: null, playedAt: deps.clock.now() }
  await write(deps, playerId, (tx) => mergeShelf(tx, [played]))
}

/** What a browser kept. Its clock may be wrong: nothing lies in the future, and games that are gone are left out. */
async function takeOver(deps: Deps, playerId: string, games: LibraryGame[]): Promise<void> {
  const { clock, catalogue } = deps
  const past = (instant: number | null) =>
    instant === null ? null : Math.max(0, Math.min(instant, clock.now()))
  const known = games.filter(({ project }) => catalogue.project(project)?.game.isActive)
  const once = new Map(
    known.map(({ project, favouriteAt, playedAt }) => [
      project,
      { playerId, project, favouriteAt: past(favouriteAt), playedAt: past(playedAt) },
    ]),
  )
  await write(deps, playerId, (tx) => mergeShelf(tx, [...once.values()]))
}

/** @throws Refusal UNAUTHORIZED when the account was erased at this very moment: it would leave its games behind. */
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
