import type { Project } from '../catalogue/index.ts'
import type { Config } from '../config.ts'

const stripeOrigins = {
  script: 'https://js.stripe.com',
  hooks: 'https://hooks.stripe.com',
  api: 'https://api.stripe.com',
}

/** What a page with forms and popups carries besides. */
export const privateHeaders = {
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
}

/**
 * The headers of every page, as few as will do: each costs a cached page a little. No script runs that is not a file of ours, except a payment provider's; frames hold the
 * games and the provider's forms; only the projects' own origins may frame the hub.
 */
export function pageHeaders(config: Config, projects: Project[]): Record<string, string> {
  const gameOrigins = projects.map(({ game }) => new URL(game.frameUrl).origin)
  const provider = providerOrigins(config)
  const embedders = projects.flatMap(({ origins }) => origins)
  const policy: Record<string, string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...provider.scripts],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    // A frame that does not load tells nobody: the page asks the game's address itself.
    'connect-src': ["'self'", ...new Set([...gameOrigins, ...provider.connections])],
    'frame-src': [...new Set([...gameOrigins, ...provider.frames])],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'", ...new Set(embedders)],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([directive, sources]) => `${directive} ${sources.join(' ')}`)
      .join('; '),
    'x-content-type-options': 'nosniff',
    ...(config.http.publicUrl.startsWith('https:') && {
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
    }),
  }
}

function providerOrigins({ stripe }: Config) {
  if (!stripe) return { scripts: [], frames: [], connections: [] }
  if (stripe.scriptUrl) {
    const { origin } = new URL(stripe.scriptUrl)
    return { scripts: [origin], frames: [origin], connections: [origin] }
  }
  const { script, hooks, api } = stripeOrigins
  return { scripts: [script], frames: [script, hooks], connections: [api] }
}
