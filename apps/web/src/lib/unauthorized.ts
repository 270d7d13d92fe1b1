import { eventCodes, type ResultEnvelope } from '@playhub/contract/events'
import { toast } from '../ui/toast.ts'
import { browserApi } from './browser-api.ts'
import { clientConfig } from './client-config.ts'
import { isEmbedded, postToHost } from './embedding.ts'
import { readHubContext } from './hub-context.ts'
import { navigate } from './navigation.ts'
import { forgetPlayer } from './player.ts'
import { browserTexts } from './texts.ts'

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
  const { source } = readHubContext()
  forgetPlayer()
  if (source === 'mobile') {
    navigate(`/unauthorized?${new URLSearchParams({ result: JSON.stringify(envelope) })}`, { replace: true })
  } else if (isEmbedded() && (await tellHost())) {
    navigate('/loader', { replace: true })
  } else {
    toast.error(browserTexts().t('errors:refusal.UNAUTHORIZED'), 'UNAUTHORIZED')
    navigate('/session/login', { replace: true })
  }
}

async function tellHost(): Promise<boolean> {
  const { projects } = await browserApi.getInitialConfig().catch(() => ({ projects: [] }))
  const id = readHubContext().project || clientConfig().tenant
  return postToHost(envelope, projects.find((project) => project.id === id)?.origins)
}
