/** Describes and reads the providers' settings. */
import * as z from 'zod'
import { StartupError } from '../../../platform/startup-error.ts'
import { hasNoLogin, readAllOrNone } from '../../../platform/variable-rules.ts'

export type Environment = Record<string, string | undefined>

/** One variable. */
type Variable = {
  name: string
  description: string
  form?: string
  /** The value that only the sandbox accepts. */
  sandbox?: string
}

type Fields<E extends Endpoints, Key extends string, Option extends string, List extends string> = {
  /** The provider's own name, which `doctor` prints. */
  label: string
  endpoints: E
  /** Further official hosts that an operator may configure. */
  otherHosts?: string[]
  /** Variables that must all be set, or none. */
  keys: Record<Key, Variable>
  options?: Record<Option, Variable>
  /** Values separated by commas. */
  lists?: Record<List, Variable>
}

export type Settings<Config> = {
  label: string
  endpoints: Endpoints
  /** Environment variables, with their descriptions, without those of the endpoints. */
  variables: z.ZodRawShape
  /** Variables without effect unless the variable in the key is set. */
  dependentVariables: Record<string, string[]>
  /** Values accepted by the sandbox alone. */
  sandboxKeys: Environment
  /**
   * Null when the provider is not configured.
   * @param env  With the sandbox's keys where nothing is given.
   * @throws StartupError when it is configured partly or wrongly
   */
  readConfig(env: Environment, sandboxUrl: string | null, given: Environment): Config | null
}

export type ConfigFor<S> = S extends Settings<infer Config> ? Config : never

/** @param prefix  Begins the names of the variables that replace endpoints. */
export function defineSettings<
  const E extends Endpoints,
  Key extends string,
  Option extends string = never,
  List extends string = never,
>(
  prefix: string,
  fields: Fields<E, Key, Option, List>,
): Settings<
  ResolvedEndpoints<E> & Record<Key, string> & Record<Option, string | null> & Record<List, string[]>
> {
  const { label, endpoints, otherHosts } = fields
  const keys: [string, Variable][] = Object.entries(fields.keys)
  const options: [string, Variable][] = Object.entries(fields.options ?? {})
  const lists: [string, Variable][] = Object.entries(fields.lists ?? {})
  const all = [...keys, ...options, ...lists].map(([, variable]) => variable)
  const dependents = [...options, ...lists].map(([, { name }]) => name)
  return {
    label,
    endpoints,
    variables: Object.fromEntries([
      ...keys.map(([, variable]) => [variable.name, describeVariable(variable, `for ${label}`)]),
      ...options.map(([, variable]) => [variable.name, describeVariable(variable)]),
      ...lists.map(([, variable]) => [variable.name, describeVariable({ form: idList, ...variable })]),
    ]),
    dependentVariables: dependents.length > 0 ? { [keys[0]?.[1].name ?? '']: dependents } : {},
    sandboxKeys: Object.fromEntries(
      all.filter(({ sandbox }) => sandbox !== undefined).map(({ name, sandbox }) => [name, sandbox]),
    ),
    readConfig(env, sandboxUrl) {
      const values = readAllOrNone(
        env,
        'A login provider',
        keys.map(([, { name }]) => name),
      )
      if (!values) return null
      const read = [
        ...keys.map(([field, { name }]) => [field, values[name]]),
        ...options.map(([field, { name }]) => [field, env[name] || null]),
        ...lists.map(([field, { name }]) => [field, readList(env[name])]),
      ]
      return {
        ...Object.fromEntries(read),
        ...resolveEndpoints(prefix, endpoints, env, sandboxUrl, otherHosts),
      }
    },
  }
}

/** @param complete  Derives further fields. */
export function extendSettings<Config, More>(
  settings: Settings<Config>,
  complete: (config: Config, env: Environment, given: Environment) => More,
): Settings<Config & More> {
  return {
    ...settings,
    readConfig(env, sandboxUrl, given) {
      const config = settings.readConfig(env, sandboxUrl, given)
      return config && { ...config, ...complete(config, env, given) }
    },
  }
}

const describeVariable = ({ form = 'text', description }: Variable, needed?: string) =>
  z
    .string()
    .optional()
    .meta({ form, defaultText: 'none', ...(needed && { needed }), description })

const idList = 'ids, separated by commas'

function readList(value = ''): string[] {
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
type ResolvedEndpoints<E extends Endpoints> = { readonly [Name in keyof E]: string }

/**
 * Each endpoint can be overridden by a variable, such as `GOOGLE_TOKEN_URL`.
 * @param otherHosts  Further official hosts open to configuration.
 * @throws StartupError when a production endpoint is on another host
 */
function resolveEndpoints<E extends Endpoints>(
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

/** The variables for overriding endpoints. */
export function endpointVariables(prefix: string, endpoints: Endpoints): z.ZodRawShape {
  return Object.fromEntries(
    Object.entries(endpoints).map(([name, [official]]) => [
      toEndpointVariable(prefix, name),
      z
        .url()
        .optional()
        .meta({
          defaultText: `\`${official}\``,
          description: 'Replaces this endpoint. In production only on an official host of the provider.',
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
