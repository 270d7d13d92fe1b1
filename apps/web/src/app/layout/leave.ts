import type { ResultEnvelope } from '@playhub/contract/events'
import { deliverResult } from '../../lib/embedding/result-delivery.ts'

const closed: ResultEnvelope = { data: null, type: 'closed', isError: false, errorCode: null }

/** Goes back to whoever opened the hub: a frame asks its host, a popup closes, an app or a site gets the player. */
export async function leaveHub(): Promise<void> {
  const receiver = await deliverResult('/session/loginDone', () => closed).catch(() => null)
  if (receiver === null || receiver === 'window') window.close()
}
