import { getDomain } from 'tldts'
import type { Project } from '../../catalogue/index.ts'
import { toGameUrl } from '../../platform/game-hosting.ts'
import type { HubConfig } from '../../platform/hub-config.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import type { Terminal } from '../command-context.ts'
import { openContent } from '../open-content.ts'

/** Sample games share the machine with the sandbox. Content errors are reported by their own check. */
export function checkGameHosts(terminal: Terminal): ServiceCheck {
  const { mode, http } = terminal.config
  const service = 'Game hosts'
  if (mode === 'sandbox') return { service, found: 'are not compared with the sandbox', problems: [] }
  const hosting = terminal.config.gameHosting
  const hostedAt = hosting && new URL(toGameUrl(hosting, 'game')).hostname.replace(/^game\./, '')
  const isHosted = (url: string) => hostedAt !== null && new URL(url).hostname.endsWith(hostedAt)
  try {
    const catalogue = openContent(terminal)
    const problems = [
      ...hostingProblems(terminal.config),
      ...siblingProblems(
        http.publicUrl,
        catalogue.projects().filter(({ game }) => !isHosted(game.frameUrl)),
      ),
    ]
    catalogue.close()
    return { service, found: 'share no domain with the hub', problems }
  } catch {
    return { service, found: 'were not compared: the content has mistakes', problems: [] }
  }
}

/** Uploaded games run at names below one host. */
function hostingProblems({ gameHosting, http }: HubConfig): string[] {
  if (gameHosting?.kind !== 'own-origins') return []
  const host = gameHosting.host.replace(/:\d+$/, '')
  const domain = sharedDomain(new URL(http.publicUrl).hostname, host)
  if (domain === null) return []
  return [
    `GAMES_HOST is ${host}, which shares ${domain} with the hub: a game can fill the cookies of the hub until it answers nothing, and passwords of the hub are offered there. Take a domain of its own.`,
  ]
}

/** A page can set cookies for the domain above its host, and so for the hub when it lives there too. */
function siblingProblems(publicUrl: string, projects: Pick<Project, 'id' | 'game' | 'origins'>[]): string[] {
  const hubHost = new URL(publicUrl).hostname
  return projects.flatMap(({ id, game, origins }) => {
    const hosts = new Set([game.frameUrl, ...origins].map((url) => new URL(url).hostname))
    return [...hosts].flatMap((host) => {
      const domain = sharedDomain(hubHost, host)
      return domain === null
        ? []
        : [
            `${id} runs at ${host}, which shares ${domain} with the hub and can set cookies for it: move the game to a domain of its own.`,
          ]
    })
  })
}

/** The registrable domain that two hosts share, or their common host; null when they share none. */
function sharedDomain(a: string, b: string): string | null {
  if (a === b) return a
  const domain = getDomain(a)
  return domain !== null && domain === getDomain(b) ? domain : null
}
