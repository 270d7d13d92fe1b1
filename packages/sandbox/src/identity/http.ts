import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SandboxContext } from '../platform/context.ts'
import { type ApiOperation, type ApiResponse, serveEmulatedApi } from '../platform/emulated-api.ts'
import { readFault } from '../platform/errors.ts'

/** A request to a provider. Bodies are parsed as forms, whatever content type they claim. */
export interface OAuthRequest {
  query: URLSearchParams
  form: URLSearchParams
  authorization: string | undefined
  acceptLanguage: string | undefined
}

export interface Operation extends ApiOperation {
  /** @throws ErrorResponse */
  run(request: OAuthRequest): ApiResponse
}

/** An error in the provider's own format. */
export class ErrorResponse extends Error {
  readonly response: ApiResponse

  constructor(response: ApiResponse) {
    super(response.body)
    this.response = response
  }
}

/** A parameter of the form or else of the query, for providers accepting both. */
export function readParameter({ form, query }: OAuthRequest, name: string): string | null {
  return form.get(name) ?? query.get(name)
}

/** An operation behind both methods. */
export function getAndPost(name: string, path: string, run: Operation['run']): Operation[] {
  return (['GET', 'POST'] as const).map((method) => ({ name, method, path, run }))
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): ApiResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify(body),
  }
}

/** The error response of RFC 6749 §5.2. */
export function oauthError(status: number, error: string, description?: string): ErrorResponse {
  return new ErrorResponse(json({ error, error_description: description }, status))
}

export function redirect(location: string): ApiResponse {
  return { status: 302, headers: { location, 'cache-control': 'no-store' }, body: '' }
}

/** Drops unknown facts: providers omit the field instead of sending null. */
export function omitNull(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined),
  )
}

/** Serves a provider's operations under its prefix. */
export function serveProvider(
  app: FastifyInstance,
  { name, prefix, operations }: { name: string; prefix: string; operations: Operation[] },
  context: Pick<SandboxContext, 'faults' | 'record'>,
): void {
  serveEmulatedApi<Operation>(app, context, {
    provider: name,
    prefix,
    operations,
    handle: ({ run }, request) => run(parseRequest(request)),
    errorResponse,
  })
}

function parseRequest({ url, body, headers }: FastifyRequest): OAuthRequest {
  return {
    query: new URLSearchParams(url.split('?').slice(1).join('?')),
    form: new URLSearchParams(typeof body === 'string' ? body : ''),
    authorization: headers.authorization,
    acceptLanguage: headers['accept-language'],
  }
}

function errorResponse(error: unknown): ApiResponse {
  if (error instanceof ErrorResponse) return error.response
  const { statusCode, message } = readFault(error)
  if (statusCode === undefined) console.error(error)
  return json({ error: 'temporarily_unavailable', error_description: message }, statusCode ?? 500)
}
