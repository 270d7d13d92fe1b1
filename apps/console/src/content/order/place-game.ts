type Placed = { id: string; order: number }

/** As players see them: by number, then by id. */
export const sortGames = <Game extends Placed>(games: readonly Game[]): Game[] =>
  [...games].sort((one, other) => one.order - other.order || one.id.localeCompare(other.id))

/**
 * Moves a game to another place with as few new numbers as possible: one, unless it goes between equal ones.
 * @param games  In their order.
 * @returns  new numbers by id
 */
export function placeGame(games: readonly Placed[], from: number, to: number): Record<string, number> {
  const moved = games[from]
  if (!moved || from === to) return {}
  const others = games.filter((game) => game !== moved)
  const [before, after] = [others.slice(0, to), others.slice(to)]
  const [low, high] = [before.at(-1)?.order, after[0]?.order]
  if (low === undefined || high === undefined || low < high) return spread([moved], low, high)
  const equalBefore = before.filter(({ order }) => order === low)
  const equalAfter = after.filter(({ order }) => order === low)
  return equalAfter.length <= equalBefore.length
    ? spread([moved, ...equalAfter], low, after[equalAfter.length]?.order)
    : spread([...equalBefore, moved], before.at(-equalBefore.length - 1)?.order, low)
}

/** Distance to the first or last game. */
const step = 10

function spread(
  games: readonly Placed[],
  low: number | undefined,
  high: number | undefined,
): Record<string, number> {
  const bottom = low ?? (high ?? 0) - step * (games.length + 1)
  const top = high ?? bottom + step * (games.length + 1)
  const exact = games.map((_, index) => bottom + ((top - bottom) * (index + 1)) / (games.length + 1))
  const orders = shorten(exact, bottom, top)
  return Object.fromEntries(games.map(({ id }, index) => [id, orders[index] ?? 0]))
}

/** The fewest decimals with which all stay apart. */
function shorten(exact: number[], bottom: number, top: number): number[] {
  for (let decimals = 0; decimals < 15; decimals++) {
    const short = exact.map((order) => Number(order.toFixed(decimals)))
    const bounds = [bottom, ...short, top]
    if (bounds.every((order, index) => index === 0 || order > (bounds[index - 1] ?? order))) return short
  }
  return exact
}
