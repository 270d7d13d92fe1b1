import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SandboxContext } from './context.ts'
import type { RecordedCall } from './recording.ts'

export interface ApiResponse {
  status: number
  /** All headers including the content type; by default only the API's content type. */
  headers?: Record<string, string>
  body: string
}

export interface ApiOperation {
  /** The operation in a fault's name: `payment_intents.create` in `stripe:payment_intents.create`. */
  name: string
  method: 'GET' | 'POST'
  path: string
}

export type ApiRequest = FastifyRequest<{
  Params: { id?: string }
  Querystring: Record<string, string | undefined>
}>

/** One HTTP API of an emulated provider. */
interface EmulatedApi<Operation extends ApiOperation> {
  provider: string
  prefix: string
  contentType?: string
  operations: readonly Operation[]
  /** Runs an operation. What it throws goes through `errorResponse`. */
  handle(operation: Operation, request: ApiRequest, reply: FastifyReply): ApiResponse
  /** Renders an error, including {@link InjectedFault} and Fastify's own, in the provider's format. */
  errorResponse(error: unknown): ApiResponse
  /**
   * Responds to a request failed with a 500 by the control API, for a provider saving such responses.
   * @param hasRun  whether the work was done
   */
  injectFailure?(request: ApiRequest, reply: FastifyReply, hasRun: boolean): ApiResponse
  /** Called when a request gets no response before the client gives up. */
  holdRequest?(request: ApiRequest): void
  /** The error for an unknown path. Without it, the sandbox's own 404 is sent. */
  notFound?(request: FastifyRequest): Error
  /** Adds hooks and further routes under the prefix. */
  setUp?(api: FastifyInstance): void
}

/** An error response requested by the control API. */
export class InjectedFault extends Error {
  readonly statusCode: 500 | 429

  constructor(statusCode: 500 | 429) {
    super('ordered by the control API')
    this.statusCode = statusCode
  }
}

/** Serves a provider's operations with the control API's faults. Bodies stay unparsed strings. */
export function serveEmulatedApi<Operation extends ApiOperation>(
  app: FastifyInstance,
  { faults, record }: Pick<SandboxContext, 'faults' | 'record'>,
  api: EmulatedApi<Operation>,
): void {
  const { provider, prefix, contentType = 'application/json', errorResponse, notFound } = api
  app.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
      scope.setErrorHandler((error, _request, reply) => send(reply, errorResponse(error)))
      if (notFound) {
        scope.setNotFoundHandler((request, reply) => send(reply, errorResponse(notFound(request))))
      }
      api.setUp?.(scope)
      for (const operation of api.operations) {
        scope.route<{ Params: { id?: string }; Querystring: Record<string, string | undefined> }>({
          method: operation.method,
          url: operation.path,
          handler: (request, reply) => respond(operation, request, reply),
          onSend: async (request, reply, payload) => {
            record(recordedCall(provider, operation, request, reply.statusCode, payload))
          },
        })
      }
    },
    { prefix },
  )

  function respond(operation: Operation, request: ApiRequest, reply: FastifyReply) {
    const fault = faults.take(provider, operation.name)
    if (fault === '500') return send(reply, fail(request, reply, false))
    if (fault === '429') return send(reply, errorResponse(new InjectedFault(429)))
    if (fault === 'timeout') {
      api.holdRequest?.(request)
      return void reply.hijack()
    }
    if (fault === 'reset') {
      reply.hijack()
      return void request.raw.socket.destroy()
    }
    const response = run(operation, request, reply)
    if (fault === 'timeout-after-commit') return void reply.hijack()
    if (fault === '500-after-commit') return send(reply, fail(request, reply, true))
    return send(reply, response)
  }

  function fail(request: ApiRequest, reply: FastifyReply, hasRun: boolean): ApiResponse {
    return api.injectFailure?.(request, reply, hasRun) ?? errorResponse(new InjectedFault(500))
  }

  function run(operation: Operation, request: ApiRequest, reply: FastifyReply): ApiResponse {
    try {
      return api.handle(operation, request, reply)
    } catch (error) {
      return errorResponse(error)
    }
  }

  function send(reply: FastifyReply, { status, headers, body }: ApiResponse) {
    return reply
      .code(status)
      .headers(headers ?? { 'content-type': contentType })
      .send(body)
  }
}

function recordedCall(
  provider: string,
  operation: ApiOperation,
  { method, url, headers, body }: FastifyRequest,
  status: number,
  payload: unknown,
): RecordedCall {
  return {
    kind: 'call',
    provider,
    operation: operation.name,
    method,
    url,
    requestHeaders: { ...headers },
    requestBody: typeof body === 'string' ? body : '',
    status,
    responseBody: typeof payload === 'string' ? payload : '',
  }
}
