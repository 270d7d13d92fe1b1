import type { GameCard } from '@playhub/contract'
import { useEffect, useState } from 'react'
import { browserApi } from '../../lib/api/browser-api.ts'

const fetched = new Map<string, GameCard>()

type GameCards = { cards: GameCard[]; state: 'loading' | 'ready' | 'failed' }

/** Loads the cards for these games, in this order. Games gone from the catalogue are omitted. */
export function useGameCards(projects: string[]): GameCards {
  const requested = projects.join(',')
  const [response, setResponse] = useState<{ requested: string; isFailed: boolean } | null>(null)
  useEffect(() => {
    const missing = requested.split(',').filter((project) => project && !fetched.has(project))
    let isCurrent = true
    const finish = (isFailed: boolean) => isCurrent && setResponse({ requested, isFailed })
    fetchCards(missing).then(
      () => finish(false),
      () => finish(true),
    )
    return () => {
      isCurrent = false
    }
  }, [requested])
  const cards = projects.flatMap((project) => fetched.get(project) ?? [])
  if (response?.requested !== requested)
    return { cards, state: cards.length === projects.length ? 'ready' : 'loading' }
  return { cards, state: response.isFailed ? 'failed' : 'ready' }
}

async function fetchCards(projects: string[]): Promise<void> {
  if (projects.length === 0) return
  const { games } = await browserApi.findGames({ projects: projects.join(',') })
  for (const game of games) fetched.set(game.project, game)
}
