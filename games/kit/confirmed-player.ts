import type { Hub } from '@playhub/game-sdk'

/**
 * The current player's id as the hub's game token states it. A game server verifies the token's signature; these games
 * have no server and only display the result.
 * @returns null for a guest, and where the hub issues no tokens.
 */
export async function confirmedPlayerId(hub: Pick<Hub, 'getPlayer' | 'getToken'>): Promise<string | null> {
  try {
    const { id, isGuest } = await hub.getPlayer()
    if (isGuest) return null
    const { token } = await hub.getToken()
    return parseSubject(token) === id ? id : null
  } catch {
    return null
  }
}

function parseSubject(jwt: string): unknown {
  const [, payload = ''] = jwt.split('.')
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).sub
}
