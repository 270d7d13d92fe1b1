import { type Finding, toFinding } from '@playhub/contract/operator/sentences/checks'
import { getDomain } from 'tldts'
import type { Project } from '../catalogue/index.ts'
import { toGameUrl } from '../platform/game-hosting.ts'
import type { HubConfig } from '../platform/hub-config.ts'
import type { ServiceCheck } from '../platform/outbound/service-check.ts'
import type { CheckContext, ReadContent } from './check-context.ts'

/** Sample games share the machine with the sandbox. Content errors are reported by their own check. */
export function checkGameHosts(
  { config }: Pick<CheckContext, 'config'>,
  readContent: ReadContent,
): ServiceCheck {
  const { mode, http, gameHosting: hosting } = config
  const service = 'game-hosts'
  if (mode === 'sandbox') return { service, found: toFinding('hosts.sandbox'), problems: [] }
  const hostedAt = hosting && new URL(toGameUrl(hosting, 'game')).hostname.replace(/^game\./, '')
  const isHosted = (url: string) => hostedAt !== null && new URL(url).hostname.endsWith(hostedAt)
  try {
    const problems = [
      ...hostingProblems(config),
      ...siblingProblems(
        http.publicUrl,
        readContent().projects.filter(({ game }) => !isHosted(game.frameUrl)),
      ),
    ]
    return { service, found: toFinding('hosts.separate'), problems }
  } catch {
    return { service, found: toFinding('hosts.unchecked'), problems: [] }
  }
}

/** Uploaded games run at names below one host. */
function hostingProblems({ gameHosting, http }: HubConfig): Finding[] {
  if (gameHosting?.kind !== 'own-origins') return []
  const host = gameHosting.host.replace(/:\d+$/, '')
  const domain = sharedDomain(new URL(http.publicUrl).hostname, host)
  if (domain === null) return []
  return [toFinding('hosts.hosting', { host, domain })]
}

/** A page can set cookies for the domain above its host, and so for the hub when it lives there too. */
function siblingProblems(publicUrl: string, projects: Pick<Project, 'id' | 'game' | 'origins'>[]): Finding[] {
  const hubHost = new URL(publicUrl).hostname
  return projects.flatMap(({ id, game, origins }) => {
    const hosts = new Set([game.frameUrl, ...origins].map((url) => new URL(url).hostname))
    return [...hosts].flatMap((host) => {
      const domain = sharedDomain(hubHost, host)
      return domain === null ? [] : [toFinding('hosts.sibling', { game: id, host, domain })]
    })
  })
}

/** The registrable domain shared by two hosts, or their common host; null when they share none. */
function sharedDomain(a: string, b: string): string | null {
  if (a === b) return a
  const domain = getDomain(a)
  return domain !== null && domain === getDomain(b) ? domain : null
}
