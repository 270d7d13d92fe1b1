import * as z from 'zod'
import { SECOND_MS } from '../../platform/clock.ts'
import { boundedFetch, networkReason } from '../../platform/outbound/bounded-fetch.ts'
import { IdentityNotProven, ProviderUnavailable } from './provider.ts'

const timeoutMs = 5 * SECOND_MS
const maxResponseBytes = 256 * 1024

/** A provider's own id of a person, as we keep it: never a number, since some exceed what one holds. */
export const Subject = z
  .union([z.string(), z.int()])
  .transform(String)
  .pipe(z.string().regex(/^[\x21-\x7e]{1,255}$/))

/**
 * Calls a provider as `fetch` does, with patience and appetite limited: within five seconds, at most 256 KB, and no
 * redirect is followed.
 * @throws ProviderUnavailable when nothing fit to read comes back
 */
export async function askProvider(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { host } = new URL(url)
  try {
    return await boundedFetch(url, init, { timeoutMs, maxResponseBytes })
  } catch (cause) {
    throw new ProviderUnavailable(`${host} did not answer: ${networkReason(cause)}`)
  }
}

/**
 * @throws IdentityNotProven when the provider refuses
 * @throws ProviderUnavailable when it does not answer, or not in the form expected
 */
export async function askForJson<S extends z.ZodType>(
  url: string | URL,
  init: RequestInit,
  form: S,
): Promise<z.output<S>> {
  const response = await askProvider(url, init)
  const { host, pathname } = new URL(url)
  const { status } = response
  if (status === 400 || status === 401 || status === 403) {
    throw new IdentityNotProven(`${host}${pathname} answered ${status}`)
  }
  if (!response.ok) throw new ProviderUnavailable(`${host}${pathname} answered ${status}`)
  const parsed = form.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw new ProviderUnavailable(`${host}${pathname} answered in another form`)
  return parsed.data
}
