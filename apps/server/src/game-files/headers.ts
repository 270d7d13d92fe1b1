import type { Project } from '../catalogue/index.ts'
import type { GameHosting } from '../platform/game-hosting.ts'

export type HubOrigins = {
  publicUrl: string
  /** Further origins of the hub, such as those of tenants. */
  otherOrigins: readonly string[]
}

/** A project's settings for serving. */
export type ServedProject = Pick<Project, 'origins'> & {
  game: Pick<Project['game'], 'network' | 'isolated' | 'compat' | 'saves'>
}

/** Rights of an opaque origin. Not `allow-same-origin`: all games share the real one. */
const sandboxTokens = 'allow-scripts allow-forms allow-pointer-lock allow-modals allow-orientation-lock'

const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  // A game learns no URL of the hub's, and its own files learn the version of their page.
  'referrer-policy': 'same-origin',
}

/** Headers of every response for a project; without a project, those of an error. */
export function buildHeaders(
  hosting: GameHosting,
  hub: HubOrigins,
  project?: ServedProject,
): Record<string, string> {
  const { network = 'open', isolated = false } = project?.game ?? {}
  const policy = [
    ...(network === 'open' ? [] : [limitNetwork(network, hub)]),
    `frame-ancestors ${["'self'", ...listHubSources(hub), ...(project?.origins ?? [])].join(' ')}`,
    ...(hosting.kind === 'one-origin' ? [`sandbox ${sandboxTokens}`] : []),
  ]
  return {
    ...commonHeaders,
    // Without it, games below one domain share a process with each other and with a hub on this domain.
    ...(hosting.kind === 'own-origins' && { 'origin-agent-cluster': '?1' }),
    'content-security-policy': policy.join('; '),
    // SharedArrayBuffer for threads, without a header on the page of the hub.
    ...(isolated && { 'document-isolation-policy': 'isolate-and-credentialless' }),
  }
}

/** Scripts may be inline and use `eval`: the origin holds nothing to steal. */
function limitNetwork(hosts: readonly string[], { publicUrl }: HubOrigins): string {
  const sources = hosts.flatMap((host) => [host, `wss://${host}`])
  const allowed = ["'self'", 'data:', 'blob:', "'unsafe-inline'", "'unsafe-eval'", publicUrl, ...sources]
  return `default-src ${allowed.join(' ')}; form-action 'self'; base-uri 'self'`
}

/** The hub's origins and, for tenants, the names below its host; a loopback host has several names. */
function listHubSources({ publicUrl, otherOrigins }: HubOrigins): string[] {
  const { protocol, hostname, port } = new URL(publicUrl)
  const isLoopback = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  const isIp = /^[\d.]+$|^\[/.test(hostname)
  const names = isLoopback
    ? ['localhost', '127.0.0.1', '*.localhost']
    : [hostname, ...(isIp ? [] : [`*.${hostname}`])]
  return [...names.map((name) => `${protocol}//${name}${port && `:${port}`}`), ...otherOrigins]
}
