import type { ProjectConfig } from '@playhub/contract'
import type { HubContext } from '../context/hub-context.ts'

/** The receiver of a result: an app reading our URL, a host window, or a site to redirect to. */
export type Receiver = 'app' | 'window' | 'site'

/** The project's `authType` is not supported. */
export class UnknownAuthType extends Error {
  override readonly name = 'UnknownAuthType'
}

/**
 * Returns who receives a result; null when the hub was opened directly.
 * @throws UnknownAuthType
 */
export function findReceiver(
  { source, session }: Pick<HubContext, 'source' | 'session'>,
  isEmbedded: boolean,
  project: Pick<ProjectConfig, 'authType'> | undefined,
): Receiver | null {
  if (source === 'mobile') return 'app'
  if (!isEmbedded && !session) return null
  const authType: string = project?.authType ?? 'postMessage'
  if (authType === 'redirect' && session) return 'site'
  if (authType !== 'redirect' && authType !== 'postMessage') throw new UnknownAuthType(authType)
  return isEmbedded ? 'window' : null
}
