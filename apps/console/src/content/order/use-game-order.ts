import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { showError } from '../../lib/use-action.ts'
import { type Game, saveOrders } from './load-games.ts'
import { placeGame, sortGames } from './place-game.ts'

/** Games in their order. A moved one is in its new place at once, and saved after those moved before. */
export function useGameOrder(loaded: readonly Game[]) {
  const { revalidate } = useRevalidator()
  const [unsaved, setUnsaved] = useState<Record<string, number>>({})
  const saving = useRef(Promise.resolve())
  const games = sortGames(loaded.map((game) => ({ ...game, order: unsaved[game.id] ?? game.order })))
  const move = (from: number, to: number) => {
    const orders = placeGame(games, from, to)
    const all = { ...unsaved, ...orders }
    setUnsaved(all)
    saving.current = saving.current
      .then(() => saveOrders(orders))
      .catch(showError)
      .then(revalidate)
      .then(() => setUnsaved((current) => (current === all ? {} : current)))
  }
  return { games, move, isSaving: Object.keys(unsaved).length > 0 }
}
