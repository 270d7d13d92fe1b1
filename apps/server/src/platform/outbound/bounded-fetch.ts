/** What `boundedFetch` allows an outside server: how long to take, and how much to say. */
type Limits = { timeoutMs: number; maxResponseBytes: number }

/**
 * Calls an outside server as `fetch` does, with patience and appetite limited; no redirect is followed.
 * @throws Error when nothing fit to read comes back; `networkReason` says why
 */
export async function boundedFetch(
  url: string | URL,
  init: RequestInit,
  { timeoutMs, maxResponseBytes }: Limits,
): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  const body = await readLimited(response, maxResponseBytes)
  return new Response(body, { status: response.status, headers: response.headers })
}

/** Null where a status has no body. */
async function readLimited({ body }: Response, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!body) return null
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limitBytes) throw new AnswerTooLong('the answer is too long')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

class AnswerTooLong extends Error {}

/** A code or a name: messages of the network may repeat what was sent. */
export function networkReason(cause: unknown): string {
  if (cause instanceof AnswerTooLong) return cause.message
  if (!(cause instanceof Error)) return 'unknown'
  const { code } = (cause.cause ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : cause.name
}
