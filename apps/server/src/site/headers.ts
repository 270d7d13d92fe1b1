import type { IdentityConfig } from '../accounts/index.ts'
import type { BuildsConfig } from '../builds/index.ts'
import type { Project } from '../catalogue/index.ts'
import { listFormOrigins, type PaymentsConfig } from '../payments/index.ts'
import { baseHeaders } from '../platform/http/base-headers.ts'
import type { HubConfig } from '../platform/hub-config.ts'

export type SiteConfig = HubConfig & {
  payments: PaymentsConfig
  identity: IdentityConfig
} & Pick<BuildsConfig, 'builds'>

/**
 * Additional headers for private pages. No Cross-Origin-Opener-Policy: it would sever a hub popup from its game, and
 * make a provider's popup look closed to a framed hub.
 */
export const privateHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

/**
 * Headers for every page, as few as possible because each costs a cached page a little. Scripts come from our files and
 * payment providers only, frames hold games and providers, and only the origins of a page's project may frame it.
 */
export function pageHeaders(
  config: SiteConfig,
  projects: Project[],
  about?: Pick<Project, 'origins'>,
): Record<string, string> {
  return createHeaders(config, projects, about, [])
}

/** The integration checker frames the game at any URL; nobody frames the checker. */
export function checkerHeaders(config: SiteConfig, projects: Project[]): Record<string, string> {
  return createHeaders(config, projects, undefined, ['http:', 'https:'])
}

function createHeaders(
  config: SiteConfig,
  projects: Project[],
  about: Pick<Project, 'origins'> | undefined,
  framed: string[],
): Record<string, string> {
  const gameOrigins = [
    ...projects.map(({ game }) => new URL(game.frameUrl).origin),
    ...listHostingSources(config.gameHosting),
  ]
  const provider = providerOrigins(config)
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...provider.scripts],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', ...provider.images],
    // A frame reports no load errors, so the page checks the game's URL with fetch.
    'connect-src': ["'self'", ...new Set([...gameOrigins, ...provider.connections])],
    'frame-src': [...new Set([...gameOrigins, ...provider.frames, ...framed])],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'", ...(about?.origins ?? [])],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    // It cannot name origins.
    ...(!about && { 'x-frame-options': 'SAMEORIGIN' }),
    ...(config.mode === 'staging' && { 'x-robots-tag': 'noindex' }),
    ...baseHeaders(config.http.publicUrl),
  }
}

/** Any project may get a build at any time, while its pages are cached. */
function listHostingSources(hosting: SiteConfig['gameHosting']): string[] {
  if (hosting === null) return []
  return [hosting.kind === 'own-origins' ? `${hosting.protocol}//*.${hosting.host}` : hosting.origin]
}

function providerOrigins({ payments, sandboxUrl }: SiteConfig) {
  if (sandboxUrl) {
    const { origin } = new URL(sandboxUrl)
    return { scripts: [origin], frames: [origin], connections: [origin], images: [] }
  }
  const all = listFormOrigins(payments)
  return {
    scripts: all.flatMap(({ scripts }) => scripts),
    frames: all.flatMap(({ frames }) => frames),
    connections: all.flatMap(({ connections }) => connections),
    images: all.flatMap(({ images }) => images),
  }
}
