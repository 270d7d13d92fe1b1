import { eventCodes, type ResultEnvelope } from '@playhub/contract/events'
import { navigate } from '../lib/browser/navigation.ts'
import { deliverResult } from '../lib/embedding/result-delivery.ts'
import { showToast } from '../lib/feedback/show-toast.ts'
import { loadMessages } from '../lib/language/messages.ts'
import { clearPlayer } from '../lib/player/player.ts'

const envelope: ResultEnvelope = {
  data: null,
  type: 'unauthorized',
  isError: true,
  errorCode: eventCodes.UNAUTHORIZED,
}

/**
 * Handles an expired or revoked login (specification §4). A host window gets a message and the hub waits on `/loader`,
 * an app gets the result at `/unauthorized`, and otherwise the player logs in again.
 * @param staysAsGuest  Shows the message only.
 */
export async function handleUnauthorized(staysAsGuest = false): Promise<void> {
  clearPlayer()
  const receiver = staysAsGuest
    ? null
    : await deliverResult('/unauthorized', () => envelope).catch(() => null)
  if (receiver === 'window') navigate('/loader', { replace: true })
  if (receiver) return
  await loadMessages('errors')
  await showToast('error', (t) => t('errors:refusal.UNAUTHORIZED'), 'UNAUTHORIZED')
  if (!staysAsGuest) navigate('/session/login', { replace: true })
}
