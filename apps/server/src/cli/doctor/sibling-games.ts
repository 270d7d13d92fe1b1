import type { Project } from '../../catalogue/index.ts'
import type { ServiceCheck } from '../../platform/outbound/service-check.ts'
import type { Terminal } from '../command-context.ts'
import { openContent } from '../open-content.ts'

/** Sample games share the machine with the sandbox. Content errors are reported by their own check. */
export function checkGameHosts(terminal: Terminal): ServiceCheck {
  const { mode, http } = terminal.config
  const service = 'Game hosts'
  if (mode === 'sandbox') return { service, found: 'are not compared with the sandbox', problems: [] }
  try {
    const catalogue = openContent(terminal)
    const problems = siblingProblems(http.publicUrl, catalogue.projects())
    catalogue.close()
    return { service, found: 'share no domain with the hub', problems }
  } catch {
    return { service, found: 'were not compared: the content has mistakes', problems: [] }
  }
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

/** Second levels below which anybody can register, such as that in `co.uk`. */
const publicSecondLevels = /^(ac|co|com|edu|gov|msk|net|org|spb)$/

/** The domain that two hosts are below, or their common host; null for public suffixes. */
function sharedDomain(a: string, b: string): string | null {
  if (a === b) return a
  if (/^[\d.]+$|:/.test(a + b)) return null
  const [left, right] = [a.split('.').toReversed(), b.split('.').toReversed()]
  const firstDifferent = left.findIndex((label, index) => label !== right[index])
  const shared = firstDifferent === -1 ? left : left.slice(0, firstDifferent)
  const isPublic = shared.length < 2 || (shared.length === 2 && publicSecondLevels.test(shared[1] ?? ''))
  return isPublic ? null : shared.toReversed().join('.')
}
