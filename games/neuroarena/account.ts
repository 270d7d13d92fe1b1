import type { Hub } from '@playhub/game-sdk'

/** Who a game token is about. Its signature is for servers to check; this game has none and only shows a tick. */
function subjectOf(token: string): unknown {
  const [, payload = ''] = token.split('.')
  const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
  return sub
}

/** Whether the hub signs that the player on the screen is who plays. A game that runs alone has nobody to sign. */
export async function isVouchedFor(hub: Pick<Hub, 'getPlayer' | 'getToken'>): Promise<boolean> {
  try {
    const { id, isGuest } = await hub.getPlayer()
    if (isGuest) return false
    const { token } = await hub.getToken()
    return subjectOf(token) === id
  } catch {
    return false
  }
}
