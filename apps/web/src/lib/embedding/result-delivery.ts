import type { ProjectConfig } from '@playhub/contract'
import type { ResultEnvelope } from '@playhub/contract/events'
import { currentProject } from '../api/browser-api.ts'
import { navigate } from '../browser/navigation.ts'
import { type HubContext, readHubContext } from '../context/hub-context.ts'
import { isEmbedded, isHostAllowed, postToHost } from './embedding.ts'

/** Who waits for the result of a step: an app that reads our address, a window around us, or a site to return to. */
export type Receiver = 'app' | 'window' | 'site'

/** Where a result travels in an address (specification §7). */
type ResultPath = '/session/loginDone' | '/payments/done' | '/unauthorized'

/** The project's file names a way to return that this client does not know. */
export class UnknownAuthType extends Error {
  override readonly name = 'UnknownAuthType'
}

/**
 * Who waits for a result; null when the player is alone with the hub.
 * @throws UnknownAuthType
 */
export function receiverOf(
  { source, session }: Pick<HubContext, 'source' | 'session'>,
  isGuestOfWindow: boolean,
  project: Pick<ProjectConfig, 'authType'> | undefined,
): Receiver | null {
  if (source === 'mobile') return 'app'
  if (!isGuestOfWindow && !session) return null
  const authType: string = project?.authType ?? 'postMessage'
  if (authType === 'redirect' && session) return 'site'
  if (authType !== 'redirect' && authType !== 'postMessage') throw new UnknownAuthType(authType)
  return isGuestOfWindow ? 'window' : null
}

/**
 * Tells whoever waits how a step ended: an app reads it from our own address, a site gets the player back with it, a
 * window gets a message and leaves the next step to the caller.
 * @param envelopeFor  Makes the result; not everybody may know everything.
 * @param about        The project it is about, when that is not the one the hub speaks for.
 * @returns            Who was told; null when nobody waits.
 * @throws UnknownAuthType
 */
export async function deliverResult(
  path: ResultPath,
  envelopeFor: (
    receiver: Receiver,
    project: ProjectConfig | undefined,
  ) => ResultEnvelope | Promise<ResultEnvelope>,
  about?: string,
): Promise<Receiver | null> {
  const context = readHubContext()
  const needsProject = context.source !== 'mobile' && (isEmbedded() || context.session !== '')
  const project = needsProject ? await currentProject(about) : undefined
  const receiver = receiverOf(context, isEmbedded(), project)
  if (!receiver || (receiver === 'window' && !isHostAllowed(project?.origins))) return null
  const envelope = await envelopeFor(receiver, project)
  send[receiver](path, envelope, project)
  return receiver
}

const send: Record<
  Receiver,
  (path: ResultPath, envelope: ResultEnvelope, project: ProjectConfig | undefined) => unknown
> = {
  app: (path, envelope) => navigate(addressWith(path, envelope), { replace: true }),
  window: (_, envelope, project) => postToHost(envelope, project?.origins),
  site: (path, envelope, project) => {
    if (!project?.host) throw new Error(`${project?.id} names no host to return to`)
    window.location.replace(project.host + addressWith(path, envelope))
  },
}

function addressWith(path: ResultPath, envelope: ResultEnvelope): string {
  return `${path}?${new URLSearchParams({ result: JSON.stringify(envelope) })}`
}
