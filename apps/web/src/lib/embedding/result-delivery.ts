import type { ProjectConfig } from '@playhub/contract'
import type { ResultEnvelope } from '@playhub/contract/events'
import { browserApi } from '../api/browser-api.ts'
import { navigate } from '../browser/navigation.ts'
import { clientConfig } from '../context/client-config.ts'
import { readHubContext } from '../context/hub-context.ts'
import { isEmbedded, isHostAllowed, postToHost } from './embedding.ts'
import { findReceiver, type Receiver } from './receiver.ts'

/** Paths with a result (specification §7). */
type ResultPath = '/session/loginDone' | '/payments/done' | '/unauthorized'

/**
 * Delivers a step's result. An app gets it in our own address, a site by a redirect, and a window by a
 * message; after a message the caller decides what the hub shows next.
 * @param envelopeFor  Creates the result for a receiver: only an app gets the login token.
 * @param projectId    The result's project; by default the current one.
 * @returns            The receiver; null when there is none.
 * @throws UnknownAuthType
 */
export async function deliverResult(
  path: ResultPath,
  envelopeFor: (
    receiver: Receiver,
    project: ProjectConfig | undefined,
  ) => ResultEnvelope | Promise<ResultEnvelope>,
  projectId?: string,
): Promise<Receiver | null> {
  const context = readHubContext()
  const needsProject = context.source !== 'mobile' && (isEmbedded() || context.session !== '')
  const project = needsProject
    ? await findProject(projectId ?? (context.project || clientConfig().tenant))
    : undefined
  const receiver = findReceiver(context, isEmbedded(), project)
  if (!receiver || (receiver === 'window' && !isHostAllowed(project?.origins))) return null
  const envelope = await envelopeFor(receiver, project)
  send[receiver](path, envelope, project)
  return receiver
}

async function findProject(id: string): Promise<ProjectConfig | undefined> {
  const { projects } = await browserApi.getInitialConfig()
  return projects.find((project) => project.id === id)
}

const send: Record<
  Receiver,
  (path: ResultPath, envelope: ResultEnvelope, project: ProjectConfig | undefined) => unknown
> = {
  app: (path, envelope) => navigate(urlWith(path, envelope), { replace: true }),
  window: (_, envelope, project) => postToHost(envelope, project?.origins),
  site: (path, envelope, project) => {
    if (!project?.host) throw new Error(`Project ${project?.id} has no host to redirect to`)
    window.location.replace(project.host + urlWith(path, envelope))
  },
}

function urlWith(path: ResultPath, envelope: ResultEnvelope): string {
  return `${path}?${new URLSearchParams({ result: JSON.stringify(envelope) })}`
}
