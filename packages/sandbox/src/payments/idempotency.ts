import type { ApiResponse } from '../platform/emulated-api.ts'

/** Responses by idempotency key, so a repeated request changes nothing. */
export interface IdempotencyStore {
  /**
   * @param request  identifies the request: path and body
   * @returns the stored response, or `mismatch` when the key belongs to another request
   */
  find(key: string, request: string): ApiResponse | 'mismatch' | undefined
  put(key: string, request: string, response: ApiResponse): void
  save(): StoredResponse[]
  load(saved: StoredResponse[]): void
}

interface StoredResponse {
  key: string
  request: string
  response: ApiResponse
  storedAt: number
}

const MAX_STORED = 20_000
const TTL_MS = 24 * 60 * 60 * 1000

export function createIdempotencyStore(now: () => number): IdempotencyStore {
  const stored = new Map<string, StoredResponse>()
  return {
    find(key, request) {
      const known = stored.get(key)
      if (!known || known.storedAt + TTL_MS <= now()) return undefined
      return known.request === request ? known.response : 'mismatch'
    },
    put(key, request, response) {
      stored.set(key, { key, request, response, storedAt: now() })
      const [oldest] = stored.keys()
      if (stored.size > MAX_STORED && oldest !== undefined) stored.delete(oldest)
    },
    save: () => [...stored.values()],
    load(saved) {
      for (const entry of saved) stored.set(entry.key, entry)
    },
  }
}
