import type { Problem, RefusalCode } from '@playhub/contract'
import { type AnyRefusalCode, allRefusals } from '@playhub/contract/operator'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { noteRefusal } from '../observability/request-log.ts'
import { logRefusal } from '../observability/security-log.ts'
import { Refusal } from '../refusal.ts'
import { outageIn } from '../unavailable.ts'

/** Fastify and database errors the caller can correct. */
const frameworkRefusals: Record<string, RefusalCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'BODY_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'CONTENT_TYPE_UNSUPPORTED',
  FST_ERR_CTP_INVALID_JSON_BODY: 'BODY_INVALID',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'BODY_INVALID',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'BODY_INVALID',
  FST_ERR_NOT_FOUND: 'ROUTE_NOT_FOUND',
  // PostgreSQL: text with a zero byte.
  '22021': 'BODY_INVALID',
}

/** "USER_NOT_EXIST" → "User not exist". For logs and API clients; the web client has its own messages. */
function formatTitle(code: string): string {
  const words = code.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Enough for every field of a form; a hostile body has thousands. */
const maxErrors = 50

type RefusalProblem = Problem & { code: AnyRefusalCode }

function createProblem(
  code: AnyRefusalCode,
  traceId: string,
  extra: Pick<Problem, 'errors' | 'details' | 'detail'> = {},
): RefusalProblem {
  return { type: 'about:blank', title: formatTitle(code), status: allRefusals[code], code, traceId, ...extra }
}

function problemFor(error: FastifyError, traceId: string): RefusalProblem | undefined {
  if (error instanceof Refusal) {
    const { code, details, errors } = error
    return createProblem(code, traceId, { ...(details && { details }), ...(errors && { errors }) })
  }
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors = error.validation.slice(0, maxErrors).map(({ instancePath, message }) => ({
      field: instancePath.replace(/^\//, '').replaceAll('/', '.'),
      issue: message && /^[A-Z_]+$/.test(message) ? message : 'FIELD_INVALID',
      message: message ?? 'Invalid',
    }))
    return createProblem('BODY_INVALID', traceId, { errors })
  }
  if (outageIn(error))
    return createProblem('SERVICE_UNAVAILABLE', traceId, { details: { retryInSeconds: 1 } })
  if (error.statusCode === 429) return createProblem('TOO_MANY_REQUESTS', traceId)
  const code = frameworkRefusals[error.code] ?? (isClientError(error) ? 'BODY_INVALID' : undefined)
  return code && createProblem(code, traceId)
}

function isClientError(error: FastifyError): boolean {
  return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
}

/** Errors a person may meet by following a link. */
export type ErrorPage = 404 | 429 | 500 | 503 | 'RECEIPT_LINK_INVALID'

/** Sends an error page to a navigating browser; undefined leaves the response to the caller. */
export type SendHtmlError = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: ErrorPage,
) => FastifyReply | undefined

/** Sends refusals with details. Logs faults, and sends them without details. */
export function registerErrorHandlers(
  app: FastifyInstance,
  sendHtmlError: SendHtmlError = () => undefined,
  onRefusal: (code: string) => void = () => {},
): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = problemFor(error, request.id)
    if (problem) {
      noteRefusal(request, problem.code)
      logRefusal(request, problem.code, error instanceof Refusal ? error.playerId : undefined)
      onRefusal(problem.code)
      return refuse(request, reply, problem)
    }
    request.log.error({ err: error, req: request }, 'Request failed')
    return sendHtmlError(request, reply, 500) ?? sendProblem(reply, createProblem('FAULT', request.id))
  })
  function refuse(request: FastifyRequest, reply: FastifyReply, problem: Problem) {
    setRetryAfter(reply, problem)
    const page = findErrorPage(problem)
    return (page && sendHtmlError(request, reply, page)) ?? sendProblem(reply, problem)
  }
  app.setNotFoundHandler(
    (request, reply) => sendHtmlError(request, reply, 404) ?? sendRouteNotFound(request, reply),
  )
}

function findErrorPage({ status, code }: Problem): ErrorPage | undefined {
  if (code === 'RECEIPT_LINK_INVALID') return code
  return status === 429 || status === 503 ? status : undefined
}

export function sendRouteNotFound(request: FastifyRequest, reply: FastifyReply) {
  noteRefusal(request, 'ROUTE_NOT_FOUND')
  return sendProblem(reply, createProblem('ROUTE_NOT_FOUND', request.id))
}

function setRetryAfter(reply: FastifyReply, { details }: Problem): void {
  if (typeof details?.retryInSeconds === 'number') reply.header('retry-after', details.retryInSeconds)
}

function sendProblem(reply: FastifyReply, problem: Problem) {
  return reply
    .code(problem.status)
    .header('cache-control', 'no-store')
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(problem)
}
