import { randomUUID } from 'node:crypto'
import type { ApiResponse } from '../../platform/emulated-api.ts'
import { readFault } from '../../platform/errors.ts'
import { ProviderError } from '../../platform/problem.ts'

const codes: Record<number, string> = {
  400: 'invalid_request',
  401: 'invalid_credentials',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
  500: 'internal_server_error',
}

/** An error in YooKassa's format. */
export class YooKassaError extends ProviderError {
  readonly status: number
  readonly parameter: string | undefined

  constructor(status: number, description: string, parameter?: string) {
    super(description)
    this.status = status
    this.parameter = parameter
  }
}

export function invalidRequest(description: string, parameter?: string): YooKassaError {
  return new YooKassaError(400, description, parameter)
}

export function notFound(kind: string, id: string): YooKassaError {
  return new YooKassaError(404, `${kind} doesn't exist or access denied: ${id}`)
}

export function errorResponse(error: unknown): ApiResponse {
  if (!(error instanceof YooKassaError)) {
    const { statusCode = 500, message } = readFault(error)
    return errorResponse(new YooKassaError(statusCode, message))
  }
  const { status, message: description, parameter } = error
  const code = codes[status]
  // 405 and 415 have an empty body.
  if (!code) return { status, body: '' }
  return { status, body: JSON.stringify({ type: 'error', id: randomUUID(), code, description, parameter }) }
}
