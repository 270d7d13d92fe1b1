import type { ShelfGame } from '@playhub/contract'

const mostKept = 200

/** A shelf with a game marked, or with its mark taken away. */
export function withFavourite(
  shelf: ShelfGame[],
  project: string,
  isFavourite: boolean,
  now: number,
): ShelfGame[] {
  return withGame(shelf, project, (game) => ({
    ...game,
    favouriteAt: isFavourite ? (game.favouriteAt ?? now) : null,
  }))
}

/** A shelf after a game was opened. */
export function withPlayed(shelf: ShelfGame[], project: string, now: number): ShelfGame[] {
  return withGame(shelf, project, (game) => ({ ...game, playedAt: now }))
}

function withGame(shelf: ShelfGame[], project: string, change: (game: ShelfGame) => ShelfGame): ShelfGame[] {
  const known = shelf.find((game) => game.project === project)
  const changed = change(known ?? { project, favouriteAt: null, playedAt: null })
  const others = shelf.filter((game) => game !== known)
  const isKept = changed.favouriteAt !== null || changed.playedAt !== null
  return (isKept ? [changed, ...others] : others).slice(0, mostKept)
}

/** The marked ones, the last marked first. */
export function favouritesOf(shelf: ShelfGame[]): string[] {
  return byInstant(shelf, ({ favouriteAt }) => favouriteAt)
}

/** The played ones, the last played first. */
export function recentOf(shelf: ShelfGame[]): string[] {
  return byInstant(shelf, ({ playedAt }) => playedAt)
}

function byInstant(shelf: ShelfGame[], instantOf: (game: ShelfGame) => number | null): string[] {
  return shelf
    .flatMap((game) => {
      const instant = instantOf(game)
      return instant === null ? [] : [{ project: game.project, instant }]
    })
    .toSorted((a, b) => b.instant - a.instant)
    .map(({ project }) => project)
}

/** What to offer at once: what was played last, then what is liked. */
export function atHand(shelf: ShelfGame[], count: number): string[] {
  return [...new Set([...recentOf(shelf), ...favouritesOf(shelf)])].slice(0, count)
}
