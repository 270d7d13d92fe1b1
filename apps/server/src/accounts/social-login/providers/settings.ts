/** How the providers' settings are described and read. */
import * as z from 'zod'
import { StartupError } from '../../../platform/startup-error.ts'
import { hasNoLogin } from '../../../platform/variable-rules.ts'

export type Environment = Record<string, string | undefined>

/** @param provider  The label of the provider. */
export const required = (provider: string, description: string, form = 'text') =>
  z
    .string()
    .optional()
    .meta({ form, defaultText: 'none', needed: `for ${provider}`, description })

export const optional = (description: string, form = 'text') =>
  z.string().optional().meta({ form, defaultText: 'none', description })

export const idList = 'ids, separated by commas'

/** The required variables; null when none is set. @throws StartupError when only some are set */
export function readKeys<Name extends string>(env: Environment, names: Name[]): Record<Name, string> | null {
  const missing = names.filter((name) => !env[name])
  if (missing.length === names.length) return null
  if (missing.length > 0) {
    throw new StartupError(
      `A sign-in provider is half configured: set ${missing.join(', ')}, or none of ${names.join(', ')}.`,
    )
  }
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<Name, string>
}

export function readList(value = ''): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

/**
 * Each endpoint's official URL and its path in the sandbox. They are not discovered: Apple's discovery document has
 * contained a wrong issuer before.
 */
export type Endpoints = Record<string, readonly [official: string, sandboxPath: string]>
export type ResolvedEndpoints<E extends Endpoints> = { readonly [Name in keyof E]: string }

/**
 * Each endpoint can be overridden by a variable, such as `GOOGLE_TOKEN_URL`.
 * @param otherHosts  Further official hosts that an operator may configure.
 * @throws StartupError when a production endpoint is on another host
 */
export function resolveEndpoints<E extends Endpoints>(
  prefix: string,
  endpoints: E,
  env: Environment,
  sandboxUrl: string | null,
  otherHosts: string[] = [],
): ResolvedEndpoints<E> {
  const hosts = [...Object.values(endpoints).map(([url]) => new URL(url).host), ...otherHosts]
  const resolved = Object.entries(endpoints).map(([name, [official, sandboxPath]]) => {
    const variable = toEndpointVariable(prefix, name)
    const given = env[variable]
    if (given) requireUsable(variable, given, sandboxUrl ? null : hosts)
    return [name, given ?? (sandboxUrl ? sandboxUrl + sandboxPath : official)]
  })
  return Object.fromEntries(resolved)
}

/** The variables that override the endpoints. */
export function endpointVariables(prefix: string, endpoints: Endpoints): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, [official]]) => [
      toEndpointVariable(prefix, name),
      z
        .url()
        .optional()
        .meta({
          defaultText: `\`${official}\``,
          description: 'Replaces this endpoint. In production only on an official host of the company.',
        }),
    ]),
  )
}

function toEndpointVariable(prefix: string, endpoint: string): string {
  return `${prefix}_${endpoint.replace(/[A-Z]/g, (capital) => `_${capital}`)}`.toUpperCase()
}

/** @param hosts  Allowed hosts; null allows any. */
function requireUsable(variable: string, given: string, hosts: string[] | null): void {
  const url = URL.parse(given)
  const isAllowed = hosts
    ? url?.protocol === 'https:' && hosts.includes(url.host)
    : url?.protocol === 'http:' || url?.protocol === 'https:'
  if (isAllowed && hasNoLogin(given)) return
  throw new StartupError(
    hosts
      ? `${variable} must be an https address at ${[...new Set(hosts)].join(' or ')}.`
      : `${variable} must be an http or https address without user, password and #.`,
  )
}
