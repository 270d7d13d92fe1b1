import type {
  OperatorRouteKey,
  OperatorRouteRequest,
  OperatorRouteResponse,
} from '@playhub/contract/operator'
import {
  fillPath,
  toQuery as formatQuery,
  type RequestParts,
  readProblem,
  send,
} from '@playhub/ui/feedback/api-core.ts'
import { ApiRefusal } from '@playhub/ui/feedback/api-errors.ts'

type Options = {
  /** Made when the form opens, so a repeated submission has the same effect once. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The request argument is optional for routes without required parts. */
type CallArguments<K extends OperatorRouteKey> =
  Record<never, never> extends OperatorRouteRequest<K>
    ? [request?: OperatorRouteRequest<K>, options?: Options]
    : [request: OperatorRouteRequest<K>, options?: Options]

type Handlers = {
  /** The session has ended. */
  unauthorized(refusal: ApiRefusal): void
  /**
   * Asks for a two-factor or passkey check.
   * @returns false when the operator has closed the dialog.
   */
  prove(): Promise<boolean>
}

const apiBase = '/api/operator/v1'
let handlers: Handlers | undefined

/** Sets what every call does when a session or a reauthentication is missing. */
export function setCallHandlers(next: Handlers): void {
  handlers = next
}

/** The operator has closed the code dialog. Nothing has happened. */
export class ReauthenticationCancelled extends Error {
  override readonly name = 'ReauthenticationCancelled'
}

/**
 * Calls the operator API, typed by the contract's route table. Where the hub asks for a recent reauthentication, the dialog opens,
 * and the call is repeated.
 * @throws ApiRefusal      on a problem response.
 * @throws ApiUnreachable  when there is no response.
 * @throws ReauthenticationCancelled  when the operator closes the dialog.
 */
export async function callOperator<K extends OperatorRouteKey>(
  key: K,
  ...[request, options]: CallArguments<K>
): Promise<OperatorRouteResponse<K>> {
  const attempt = () => sendCall(key, request ?? {}, options ?? {})
  const response = key.startsWith('GET ') ? await sendUntilAdmitted(attempt) : await attempt()
  if (response.ok) return await response.json()
  const refusal = await readRefusal(response)
  if (refusal.code !== 'PROOF_REQUIRED') return refuse(refusal)
  if (!(await handlers?.prove())) throw new ReauthenticationCancelled()
  const repeated = await attempt()
  return repeated.ok ? await repeated.json() : refuse(await readRefusal(repeated))
}

const MAX_RETRIES = 4
const RETRY_MS = 1_000

/** Repeats a read that a busy hub refuses before any work. */
async function sendUntilAdmitted(send: () => Promise<Response>): Promise<Response> {
  for (let retry = 0; retry < MAX_RETRIES; retry++) {
    const response = await send()
    if (response.status !== 503) return response
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
  return send()
}

function refuse(refusal: ApiRefusal): never {
  if (refusal.code === 'OPERATOR_UNAUTHORIZED') handlers?.unauthorized(refusal)
  throw refusal
}

/** A picture's address. @param path  Below the content folder. */
export const getPictureUrl = (project: string, path: string): string =>
  apiBase + fillPath('/content/drafts/{project}/pictures/{path}', { project, path })

/**
 * Sends a file as the body of a call.
 * @throws ApiRefusal      on a problem response.
 * @throws ApiUnreachable  when there is no response.
 */
export async function uploadToOperator<K extends OperatorRouteKey>(
  key: K,
  { params, query }: RequestParts,
  file: Blob,
  type = 'application/zip',
): Promise<OperatorRouteResponse<K>> {
  const [method = 'POST', path = ''] = key.split(' ')
  const url = apiBase + fillPath(path, params) + toQuery(query)
  const headers = { Accept: 'application/json', 'x-operator': '1', 'Content-Type': type }
  const response = await send(url, { method, headers, body: file })
  return response.ok ? await response.json() : refuse(await readRefusal(response))
}

function sendCall(key: string, { params, query, body }: RequestParts, options: Options): Promise<Response> {
  const [method = 'GET', path = ''] = key.split(' ')
  return send(apiBase + fillPath(path, params) + toQuery(query), {
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
}

/** Repeats the name of a value that is a list, and leaves out an empty one. */
function toQuery(query: RequestParts['query'] = {}): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  )
  return formatQuery(pairs.filter(([, value]) => value !== ''))
}

/** A download's address: the same list as CSV. */
export function getExportUrl(path: string, query: Record<string, unknown>): string {
  return apiBase + path + toQuery(query)
}

const readRefusal = async (response: Response) => new ApiRefusal(await readProblem(response))

/** A path for the router from an address in a response, which is relative to the console's base. */
export const toPath = (href: string) => `/${href.replace(/^\/+/, '')}`
