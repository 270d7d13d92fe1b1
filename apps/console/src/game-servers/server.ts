import type { GameServer } from '@playhub/contract/operator'
import { type LoaderFunctionArgs, useRouteLoaderData } from 'react-router'
import { callOperator } from '../lib/api.ts'

/** The route for the game server of all tabs. */
export const gameServerRouteId = 'game-server'

/** @throws Response  404 for a project outside the operator's scope */
export async function loadGameServer({ params }: LoaderFunctionArgs): Promise<GameServer> {
  const servers = (await callOperator('GET /game-servers')).data.result
  const server = servers.find(({ project }) => project === params.project)
  if (!server) throw new Response(null, { status: 404 })
  return server
}

/** The game server of the page. Only for its tabs. */
export function useGameServer(): GameServer {
  const server = useRouteLoaderData<typeof loadGameServer>(gameServerRouteId)
  if (!server) throw new Error('This tab is outside a game server')
  return server
}

export type ServerState = 'off' | 'paused' | 'failing' | 'uneven' | 'quiet' | 'delivering'

export function getServerState(server: GameServer): ServerState {
  const { url, pausedAt, dead, waiting, deliveries24h, failed24h } = server
  if (url === null) return 'off'
  if (pausedAt !== null) return 'paused'
  const isMostlyFailing = failed24h > 0 && failed24h * 2 >= deliveries24h
  if (isMostlyFailing && waiting + dead > 0) return 'failing'
  if (failed24h > 0 || dead > 0) return 'uneven'
  return deliveries24h === 0 ? 'quiet' : 'delivering'
}
