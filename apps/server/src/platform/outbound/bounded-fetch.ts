import { SpanKind } from '@opentelemetry/api'
import { getErrorCode } from '../errors.ts'
import { inSpan, traceHeaders } from '../tracing/spans.ts'

type Limits = { timeoutMs: number; maxResponseBytes: number }

/**
 * Like `fetch`, with a timeout and a limit on the response size. Does not follow redirects.
 * @throws Error on a network failure, a timeout or an oversized response; see `networkReason`
 */
export async function boundedFetch(
  url: string | URL,
  init: RequestInit,
  { timeoutMs, maxResponseBytes }: Limits,
): Promise<Response> {
  const method = init.method ?? 'GET'
  const attributes = { 'http.request.method': method, 'server.address': new URL(url).host }
  return inSpan(method, { kind: SpanKind.CLIENT, attributes }, async () => {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(traceHeaders())) headers.set(name, value)
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(url, { ...init, headers, redirect: 'manual', signal })
    const body = await readLimited(response, maxResponseBytes)
    return new Response(body, { status: response.status, headers: response.headers })
  })
}

async function readLimited({ body }: Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limitBytes) throw new ResponseTooLong('the response is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

class ResponseTooLong extends Error {}

/** Error code or name for logs. Network error messages may contain what was sent, so they are not used. */
export function networkReason(cause: unknown): string {
  if (cause instanceof ResponseTooLong) return cause.message
  if (!(cause instanceof Error)) return 'unknown'
  return getErrorCode(cause.cause) ?? cause.name
}
