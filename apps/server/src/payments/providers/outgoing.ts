import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'
import { boundedFetch, networkReason } from '../../platform/outbound/bounded-fetch.ts'
import { parseDecimalAmount } from './decimal-amount.ts'
import { ProviderUnavailable } from './provider.ts'

/** A call to a company's API: JSON in, JSON out. */
export type Call = {
  method: 'GET' | 'POST'
  url: string
  /** @param attempt  From 0. */
  headers(attempt: number): Record<string, string>
  body?: unknown
  timeoutMs: number
  /** Every call is safe to repeat, so that one that was not answered is tried again. */
  tries: number
  /** Before the second try; the third waits twice as long. */
  pauseMs: number
}

export type Answer = { status: number; body: unknown }

const maxResponseBytes = 1024 * 1024

/** A company's decimal sum, in minor units. */
export const DecimalAmount = z.string().transform((value, context) => {
  try {
    return parseDecimalAmount(value)
  } catch {
    context.addIssue('is no decimal amount')
    return z.NEVER
  }
})

/**
 * Asks, and asks again when the company is in trouble. No redirect is followed and at most 1 MB is read.
 * @throws ProviderUnavailable when no answer below 500 came
 */
export async function ask(call: Call): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const answer = await askOnce(call, attempt).catch((cause: unknown) => networkReason(cause))
    const trouble = typeof answer === 'string' ? answer : troubleOf(answer)
    if (typeof answer !== 'string' && trouble === undefined) return answer
    if (attempt + 1 >= call.tries) {
      const { host, pathname } = new URL(call.url)
      throw new ProviderUnavailable(`${call.method} ${host}${pathname}: ${trouble}`)
    }
    await delay(call.pauseMs * (attempt + 1))
  }
}

async function askOnce({ method, url, headers, body, timeoutMs }: Call, attempt: number): Promise<Answer> {
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

/** Answers that tell nothing about what was asked. */
function troubleOf({ status }: Answer): string | undefined {
  return status >= 500 || status === 429 || status < 200 || (status >= 300 && status < 400)
    ? `answered ${status}`
    : undefined
}

/** @throws ProviderUnavailable when an answer has another form than its documents say */
export function expectForm<S extends z.ZodType>(form: S, body: unknown, what: string): z.output<S> {
  const fitting = form.safeParse(body)
  if (fitting.success) return fitting.data
  const [issue] = fitting.error.issues
  throw new ProviderUnavailable(`${what} has another form: ${issue?.path.join('.')} ${issue?.message}`)
}
