import type { Problem } from '@playhub/contract'
import { ApiUnreachable } from './api-errors.ts'

export type RequestParts = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

export function fillPath(path: string, params: RequestParts['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
}

/** Leaves out what is undefined. @returns  with a question mark, unless it is empty */
export function toQuery(pairs: (readonly [name: string, value: unknown])[]): string {
  const set = pairs.filter(([, value]) => value !== undefined)
  return set.length ? `?${new URLSearchParams(set.map(([name, value]) => [name, String(value)]))}` : ''
}

/** @throws ApiUnreachable when there is no response, and what `fetch` throws when the caller aborts. */
export async function send(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiUnreachable(`No response from ${url}`, { cause })
  }
}

/** The response's problem document, or one made from the status when a proxy responded instead of the hub. */
export async function readProblem(
  response: Response,
): Promise<Partial<Problem> & Pick<Problem, 'code' | 'status' | 'title'>> {
  const fallback = { code: 'FAULT', status: response.status, title: response.statusText }
  if (!response.headers.get('content-type')?.includes('json')) return fallback
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null ? { ...fallback, ...body } : fallback
}
