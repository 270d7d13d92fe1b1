import type {
  OperatorRouteKey,
  OperatorRouteRequest,
  OperatorRouteResponse,
} from '@playhub/contract/operator'
import { ApiRefusal, ApiUnreachable } from '@playhub/ui/feedback/api-errors.ts'

type Options = {
  /** Made when the form opens, so that a repeated submission has the same effect once. */
  idempotencyKey?: string
  signal?: AbortSignal
}
type Parts = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/** The request argument is optional for routes without required parts. */
type CallArguments<K extends OperatorRouteKey> =
  Record<never, never> extends OperatorRouteRequest<K>
    ? [request?: OperatorRouteRequest<K>, options?: Options]
    : [request: OperatorRouteRequest<K>, options?: Options]

type Handlers = {
  /** The session has ended. */
  unauthorized(): void
  /**
   * Asks for a two-factor or passkey check.
   * @returns false when the operator has closed the dialog.
   */
  prove(): Promise<boolean>
}

const apiBase = '/api/operator/v1'
let handlers: Handlers | undefined

/** Sets what every call does when a session or a proof is missing. */
export function setCallHandlers(next: Handlers): void {
  handlers = next
}

/** The operator has closed the dialog that asks for a code. Nothing has happened. */
export class ProofCancelled extends Error {
  override readonly name = 'ProofCancelled'
}

/**
 * Calls the operator API, typed by the contract's route table. Where the hub asks for a recent proof, the dialog opens,
 * and the call is repeated.
 * @throws ApiRefusal      on a problem response.
 * @throws ApiUnreachable  when there is no response.
 * @throws ProofCancelled  when the operator closes the dialog.
 */
export async function callOperator<K extends OperatorRouteKey>(
  key: K,
  ...[request, options]: CallArguments<K>
): Promise<OperatorRouteResponse<K>> {
  const send = () => sendCall(key, request ?? {}, options ?? {})
  const response = await send()
  if (response.ok) return await response.json()
  const refusal = await readRefusal(response)
  if (refusal.code !== 'PROOF_REQUIRED') return refuse(refusal)
  if (!(await handlers?.prove())) throw new ProofCancelled()
  const repeated = await send()
  return repeated.ok ? await repeated.json() : refuse(await readRefusal(repeated))
}

function refuse(refusal: ApiRefusal): never {
  if (refusal.code === 'OPERATOR_UNAUTHORIZED') handlers?.unauthorized()
  throw refusal
}

/**
 * Sends a file as the body of a call.
 * @throws ApiRefusal      on a problem response.
 * @throws ApiUnreachable  when there is no response.
 */
export async function uploadToOperator<K extends OperatorRouteKey>(
  key: K,
  { params, query }: Parts,
  file: File,
): Promise<OperatorRouteResponse<K>> {
  const [method = 'POST', path = ''] = key.split(' ')
  const url = apiBase + fillPath(path, params) + toQuery(query)
  const headers = { Accept: 'application/json', 'x-operator': '1', 'Content-Type': 'application/zip' }
  const response = await fetch(url, { method, headers, body: file }).catch((cause: unknown) => {
    throw new ApiUnreachable(`No response from ${url}`, { cause })
  })
  return response.ok ? await response.json() : refuse(await readRefusal(response))
}

async function sendCall(key: string, { params, query, body }: Parts, options: Options): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ')
  const url = apiBase + fillPath(path, params) + toQuery(query)
  try {
    return await fetch(url, {
      method,
      headers: {
        Accept: 'application/json',
        ...(method !== 'GET' && { 'x-operator': '1' }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(options.idempotencyKey && { 'Idempotency-Key': options.idempotencyKey }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: options.signal,
    })
  } catch (cause) {
    if (options.signal?.aborted) throw cause
    throw new ApiUnreachable(`No response from ${url}`, { cause })
  }
}

function fillPath(path: string, params: Parts['params']): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
}

/** Repeats the name of a value that is a list. */
function toQuery(query: Parts['query'] = {}): string {
  const pairs = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((one) => [name, one]))
    .filter(([, value]) => value !== undefined && value !== '')
    .map(([name, value]) => [name, String(value)])
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

/** A download's address: the same list as CSV. */
export function getExportUrl(path: string, query: Record<string, unknown>): string {
  return apiBase + path + toQuery(query)
}

/** A proxy may have responded instead of the hub. */
async function readRefusal(response: Response): Promise<ApiRefusal> {
  const fallback = { code: 'FAULT', status: response.status, title: response.statusText }
  const isJson = response.headers.get('content-type')?.includes('json')
  const body: unknown = isJson ? await response.json().catch(() => null) : null
  return new ApiRefusal(typeof body === 'object' && body !== null ? { ...fallback, ...body } : fallback)
}
