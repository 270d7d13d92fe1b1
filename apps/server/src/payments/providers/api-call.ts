import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { boundedFetch, networkReason } from '../../platform/outbound/bounded-fetch.ts'
import { ProviderUnavailable } from '../provider.ts'
import { parseDecimalAmount } from './decimal-amount.ts'

/** A call to a provider's JSON API. It must be idempotent, because it is retried. */
export type ApiCall = {
  method: 'GET' | 'POST'
  url: string
  /** @param attempt  From 0. */
  headers(attempt: number): Record<string, string>
  body?: unknown
  timeoutMs: number
  maxAttempts: number
  /** Applies to the first retry; doubled for the second. */
  retryDelayMs: number
}

export type ApiResponse = { status: number; body: unknown }

const maxResponseBytes = 1024 * 1024

/**
 * Calls a provider, and retries network errors, 5xx and 429. Does not follow redirects.
 * @throws ProviderUnavailable when every attempt failed
 */
export async function callApi(call: ApiCall): Promise<ApiResponse> {
  for (let attempt = 0; ; attempt += 1) {
    const response = await sendRequest(call, attempt).catch((cause: unknown) => networkReason(cause))
    const failure = typeof response === 'string' ? response : findFailure(response)
    if (typeof response !== 'string' && failure === undefined) return response
    if (attempt + 1 >= call.maxAttempts) {
      const { host, pathname } = new URL(call.url)
      throw new ProviderUnavailable(`${call.method} ${host}${pathname}: ${failure}`)
    }
    await delay(call.retryDelayMs * (attempt + 1))
  }
}

async function sendRequest(
  { method, url, headers, body, timeoutMs }: ApiCall,
  attempt: number,
): Promise<ApiResponse> {
  const init = {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers(attempt),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const response = await boundedFetch(url, init, { timeoutMs, maxResponseBytes })
  return { status: response.status, body: await response.json().catch(() => undefined) }
}

/** Undefined when the response answers the request, successfully or with a refusal. */
function findFailure({ status }: ApiResponse): string | undefined {
  return status >= 500 || status === 429 || status < 200 || (status >= 300 && status < 400)
    ? `HTTP ${status}`
    : undefined
}

/** @throws ProviderUnavailable when a response does not have its documented shape */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown, what: string): z.output<S> {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new ProviderUnavailable(`Unexpected ${what}: ${issue?.path.join('.')} ${issue?.message}`)
}

/** A decimal amount as a JSON string, parsed into minor units. */
export const DecimalAmount = z.string().transform((value, context) => {
  try {
    return parseDecimalAmount(value)
  } catch {
    context.addIssue('is not a decimal amount')
    return z.NEVER
  }
})
