import type { Hub } from '@playhub/game-sdk'

/**
 * The number on a player's town pass: the end of the id the hub has signed for. A server of this game would verify
 * the token's signature first; here it is only shown.
 * @returns null for a guest, and where no hub signs tokens.
 */
export async function readTownPass(hub: Pick<Hub, 'getToken' | 'player'>): Promise<string | null> {
  if (hub.player.isGuest) return null
  try {
    const { token } = await hub.getToken()
    const claims = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')))
    return typeof claims.sub === 'string' ? claims.sub.slice(-6).toUpperCase() : null
  } catch {
    return null
  }
}
