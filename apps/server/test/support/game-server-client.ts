import type { Problem, ServerRouteKey, ServerRouteRequest, ServerRouteResponse } from '@playhub/contract'
import type { Player, TestHub } from './test-hub.ts'

type CallResponse<K extends ServerRouteKey> =
  | { ok: true; status: number; body: ServerRouteResponse<K>; headers: Headers }
  | { ok: false; status: number; body: Problem; headers: Headers }

type Request<K extends ServerRouteKey> = Partial<ServerRouteRequest<K>> & { once?: string }

/** Opens a game as a logged-in player; its server may order for them after this. */
export async function openGame(hub: TestHub, as: Player, project = 'islandm3'): Promise<void> {
  await hub.callOk('POST /me/library/played', { as, body: { project } })
}

/** Calls the hub as a game server does, over HTTP with a project key. */
export function gameServerClient(hub: TestHub, key = 'sandbox_islandm3') {
  async function call<K extends ServerRouteKey>(
    route: K,
    request: Request<K> = {},
  ): Promise<CallResponse<K>> {
    const { params, query, body, once } = request as {
      params?: Record<string, string>
      query?: Record<string, unknown>
      body?: unknown
      once?: string
    }
    const [method, path = ''] = route.split(' ')
    const url = new URL(
      `/api/server/v1${path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))}`,
      hub.url,
    )
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...((method === 'POST' || body !== undefined) && { 'content-type': 'application/json' }),
        ...(once !== undefined && { 'idempotency-key': once }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const { ok, status, headers } = response
    return { ok, status, headers, body: await response.json() } as CallResponse<K>
  }

  /** Like `call`, but throws on a refusal. */
  async function callOk<K extends ServerRouteKey>(route: K, request: Request<K> = {}) {
    const response = await call(route, request)
    if (!response.ok)
      throw new Error(`${route} was refused: ${response.status} ${JSON.stringify(response.body)}`)
    return response.body
  }

  /** The refusal's code, or 'ok'. */
  async function getOutcome<K extends ServerRouteKey>(route: K, request: Request<K> = {}): Promise<string> {
    const response = await call(route, request)
    return response.ok ? 'ok' : response.body.code
  }

  return { call, callOk, getOutcome }
}
