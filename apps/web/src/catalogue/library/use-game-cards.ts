import type { GameCard } from '@playhub/contract'
import { useEffect, useState } from 'react'
import { browserApi } from '../../lib/api/browser-api.ts'

const fetched = new Map<string, GameCard>()

type Cards = { cards: GameCard[]; state: 'loading' | 'ready' | 'failed' }

/** The cards of some games, in their order; those that have left the catalogue are left out. */
export function useCards(projects: string[]): Cards {
  const wanted = projects.join(',')
  const [answered, setAnswered] = useState<{ wanted: string; isFailed: boolean } | null>(null)
  useEffect(() => {
    const missing = wanted.split(',').filter((project) => project && !fetched.has(project))
    let isCurrent = true
    const answer = (isFailed: boolean) => isCurrent && setAnswered({ wanted, isFailed })
    fetchCards(missing).then(
      () => answer(false),
      () => answer(true),
    )
    return () => {
      isCurrent = false
    }
  }, [wanted])
  const cards = projects.flatMap((project) => fetched.get(project) ?? [])
  if (answered?.wanted !== wanted)
    return { cards, state: cards.length === projects.length ? 'ready' : 'loading' }
  return { cards, state: answered.isFailed ? 'failed' : 'ready' }
}

async function fetchCards(projects: string[]): Promise<void> {
  if (projects.length === 0) return
  const { games } = await browserApi.findGames({ projects: projects.join(',') })
  for (const game of games) fetched.set(game.project, game)
}
