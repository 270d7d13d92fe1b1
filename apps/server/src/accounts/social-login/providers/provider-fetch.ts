import * as z from 'zod'
import { SECOND_MS } from '../../../platform/clock.ts'
import { boundedFetch, networkReason } from '../../../platform/outbound/bounded-fetch.ts'
import { IdentityNotVerified, ProviderUnavailable } from './provider.ts'

const timeoutMs = 5 * SECOND_MS
const maxResponseBytes = 256 * 1024

/** A provider's id for a person. Always a string, because some ids exceed the range of a number. */
export const Subject = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^[\x21-\x7e]{1,255}$/))

/**
 * Like `fetch`, with a five-second timeout, a 256 KB limit and no redirects.
 * @throws ProviderUnavailable when there is no readable response
 */
export async function fetchProvider(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { host } = new URL(url)
  try {
    return await boundedFetch(url, init, { timeoutMs, maxResponseBytes })
  } catch (cause) {
    throw new ProviderUnavailable(`${host}: ${networkReason(cause)}`)
  }
}

export type ProviderFetch = typeof fetchProvider

/**
 * @throws IdentityNotVerified  on status 400, 401 or 403
 * @throws ProviderUnavailable  on any other failure, or when the body does not match the schema
 */
export async function fetchProviderJson<S extends z.ZodType>(
  url: string | URL,
  init: RequestInit,
  schema: S,
): Promise<z.output<S>> {
  const response = await fetchProvider(url, init)
  const { host, pathname } = new URL(url)
  const { status } = response
  if (status === 400 || status === 401 || status === 403) {
    throw new IdentityNotVerified(`${host}${pathname} answered ${status}`)
  }
  if (!response.ok) throw new ProviderUnavailable(`${host}${pathname}: HTTP ${status}`)
  const parsed = schema.safeParse(parseWithoutNulls(await response.text()))
  if (!parsed.success) throw new ProviderUnavailable(`${host}${pathname} answered in an unexpected format`)
  return parsed.data
}

/** Providers send null for unknown values. Undefined for invalid JSON. */
export function parseWithoutNulls(json: string): unknown {
  try {
    return JSON.parse(json, (_name, value) => value ?? undefined)
  } catch {
    return undefined
  }
}

export function withQuery(href: string | URL, parameters: Record<string, string>): URL {
  const url = new URL(href)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url
}
