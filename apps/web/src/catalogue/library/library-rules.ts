import type { LibraryGame } from '@playhub/contract'

const MAX_GAMES = 200

/** The library after a game was marked as a favourite, or unmarked. */
export function withFavourite(
  library: LibraryGame[],
  project: string,
  isFavourite: boolean,
  now: number,
): LibraryGame[] {
  return withGame(library, project, (game) => ({
    ...game,
    favouriteAt: isFavourite ? (game.favouriteAt ?? now) : null,
  }))
}

/** The library after a game was opened. */
export function withPlayed(library: LibraryGame[], project: string, now: number): LibraryGame[] {
  return withGame(library, project, (game) => ({ ...game, playedAt: now }))
}

export function withGame(
  library: LibraryGame[],
  project: string,
  change: (game: LibraryGame) => LibraryGame,
): LibraryGame[] {
  const known = library.find((game) => game.project === project)
  const changed = change(known ?? { project, favouriteAt: null, playedAt: null })
  const others = library.filter((game) => game !== known)
  const isKept = changed.favouriteAt !== null || changed.playedAt !== null || changed.lastDay
  return (isKept ? [changed, ...others] : others).slice(0, MAX_GAMES)
}

export function listFavourites(library: LibraryGame[]): string[] {
  return latestFirst(library, ({ favouriteAt }) => favouriteAt)
}

export function listRecent(library: LibraryGame[]): string[] {
  return latestFirst(library, ({ playedAt }) => playedAt)
}

/** Returns the projects whose games have a timestamp. */
function latestFirst(library: LibraryGame[], getTimestamp: (game: LibraryGame) => number | null): string[] {
  return library
    .flatMap((game) => {
      const timestamp = getTimestamp(game)
      return timestamp === null ? [] : [{ project: game.project, timestamp }]
    })
    .sort((a, b) => b.timestamp - a.timestamp)
    .map(({ project }) => project)
}

/** Games to continue: recently played ones, then favourites. */
export function gamesToContinue(library: LibraryGame[], count: number): string[] {
  return [...new Set([...listRecent(library), ...listFavourites(library)])].slice(0, count)
}
