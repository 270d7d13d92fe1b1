import type { PlayerDetails } from '@playhub/contract/operator'
import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import { callOperator } from '../lib/api.ts'

/** The route for the player of all tabs. */
export const playerRouteId = 'player'

export async function loadPlayer({ params: { id = '' } }: LoaderFunctionArgs): Promise<PlayerDetails> {
  return (await callOperator('GET /players/{id}', { params: { id } })).data.result
}

/** The player of the page. Only for its tabs. */
export function usePlayer(): PlayerDetails {
  const player = useRouteLoaderData<typeof loadPlayer>(playerRouteId)
  if (!player) throw new Error('This tab is outside the page of a player')
  return player
}
