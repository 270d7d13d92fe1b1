import type { LibraryGame } from '@playhub/contract'
import type { GuestVisit } from '@playhub/contract/insights/visit'
import { isLoggedIn } from '../../lib/player/player.ts'
import { withGame } from './library-rules.ts'
import { changeLocally, currentLibrary } from './library-store.ts'

type PlayDays = Pick<GuestVisit, 'isFirstToday' | 'isFirstEver' | 'dayNumber'>

const DAY_MS = 86_400_000
/** `maxVisitDay` in the contract, whose module every game's page would load for it. */
const lastNumber = 90
/** The hub knows the days of a player who is logged in. */
const unknown: PlayDays = { isFirstToday: false, isFirstEver: false, dayNumber: null }

/** Games that were opened for the first time in this document: an opened game is in the library before its play begins. */
const newGames = new Set<string>()

const findGame = (project: string) => currentLibrary().find((game) => game.project === project)

/** Call it before the library has the opening. */
export function noteOpening(project: string): void {
  if (!isPlayed(findGame(project))) newGames.add(project)
}

/** Keeps the day of a guest's counted play beside the game in this browser's library, and tells what it is to them. */
export function recordPlayDay(project: string, day: string): PlayDays {
  if (isLoggedIn()) return unknown
  const days = readPlayDays(findGame(project), day, newGames.has(project))
  changeLocally((library) => withPlayDay(library, project, day, days.isFirstEver))
  return days
}

/** @param isNew  It was opened for the first time just now. */
export function readPlayDays(game: LibraryGame | undefined, day: string, isNew: boolean): PlayDays {
  const isFirstEver = isNew ? !game?.firstDay : !isPlayed(game)
  return {
    isFirstToday: game?.lastDay !== day,
    isFirstEver,
    dayNumber: isFirstEver ? 0 : countDays(game?.firstDay, day),
  }
}

/** A first day that is not known stays so. */
export function withPlayDay(
  library: LibraryGame[],
  project: string,
  day: string,
  isFirstEver: boolean,
): LibraryGame[] {
  return withGame(library, project, (game) => ({
    ...game,
    ...(isFirstEver && { firstDay: day }),
    lastDay: day,
  }))
}

const isPlayed = (game: LibraryGame | undefined) =>
  game !== undefined && (game.playedAt !== null || game.lastDay)

function countDays(firstDay: string | undefined, day: string): number | null {
  const days = (Date.parse(day) - Date.parse(firstDay ?? '')) / DAY_MS
  return days >= 0 && days <= lastNumber ? days : null
}
