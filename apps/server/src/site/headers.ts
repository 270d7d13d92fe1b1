import type { Project } from '../catalogue/index.ts'
import type { Config } from '../config.ts'

const stripeOrigins: Origins = {
  scripts: ['https://js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
}
/**
 * As the widget is seen to load; YooKassa documents no list, so look at it once before going live. A bank's own page
 * opens inside its frames.
 */
const yookassaOrigins: Origins = {
  scripts: ['https://yookassa.ru', 'https://static.yoomoney.ru'],
  frames: ['https://yookassa.ru', 'https://yoomoney.ru'],
  connections: ['https://yookassa.ru', 'https://yoomoney.ru'],
}

/**
 * What a page of one player carries besides. No opener policy: it would cut a hub that a game opened as a popup off
 * from that game, and show the provider's popup of a framed hub as closed.
 */
export const privateHeaders = {
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

type Origins = { scripts: string[]; frames: string[]; connections: string[] }

/** Yandex Pay needs none: its page is a window of its own. */
function providerOrigins({ payments, sandboxUrl }: Config): Origins {
  if (sandboxUrl) {
    const { origin } = new URL(sandboxUrl)
    return { scripts: [origin], frames: [origin], connections: [origin] }
  }
  const all = [payments.stripe && stripeOrigins, payments.yookassa && yookassaOrigins].filter(
    (one) => one !== null,
  )
  return {
    scripts: all.flatMap(({ scripts }) => scripts),
    frames: all.flatMap(({ frames }) => frames),
    connections: all.flatMap(({ connections }) => connections),
  }
}
