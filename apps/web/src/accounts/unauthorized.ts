import { eventCodes, type ResultEnvelope } from '@playhub/contract/events'
import { navigate } from '../lib/browser/navigation.ts'
import { deliverResult } from '../lib/embedding/result-delivery.ts'
import { toast } from '../lib/feedback/toast.ts'
import { browserTexts } from '../lib/language/texts.ts'
import { clearPlayer } from '../lib/player/player.ts'

const envelope: ResultEnvelope = {
  data: null,
  type: 'unauthorized',
  isError: true,
  errorCode: eventCodes.UNAUTHORIZED,
}

/**
 * What happens when a login no longer holds (specification §4): a host window is told and the hub waits on `/loader`,
 * an app is sent to `/unauthorized` with the result, and a player alone with the hub is asked to sign in again.
 */
export async function handleUnauthorized(): Promise<void> {
  clearPlayer()
  const receiver = await deliverResult('/unauthorized', () => envelope).catch(() => null)
  if (receiver === 'window') navigate('/loader', { replace: true })
  if (receiver) return
  toast.error(browserTexts().t('errors:refusal.UNAUTHORIZED'), 'UNAUTHORIZED')
  navigate('/session/login', { replace: true })
}
