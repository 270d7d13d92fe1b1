import { randomUUID } from 'node:crypto'
import type { Answer } from '../../platform/emulated-api.ts'

const codes: Record<number, string> = {
  400: 'invalid_request',
  401: 'invalid_credentials',
  403: 'forbidden',
  404: 'not_found',
  429: 'too_many_requests',
  500: 'internal_server_error',
}

/** An answer in YooKassa's error language. */
export class YooKassaFailure extends Error {
  readonly status: number
  readonly parameter: string | undefined

  constructor(status: number, description: string, parameter?: string) {
    super(description)
    this.status = status
    this.parameter = parameter
  }
}

export function invalid(description: string, parameter?: string): YooKassaFailure {
  return new YooKassaFailure(400, description, parameter)
}

export function missing(kind: string, id: string): YooKassaFailure {
  return new YooKassaFailure(404, `${kind} doesn't exist or access denied: ${id}`)
}

export function answerFailure(error: unknown): Answer {
  if (!(error instanceof YooKassaFailure)) {
    const { statusCode = 500, message } = error as Error & { statusCode?: number }
    return answerFailure(new YooKassaFailure(statusCode, message))
  }
  const { status, message: description, parameter } = error
  // A wrong method and a wrong type of content are refused without a word.
  const code = codes[status]
  if (!code) return { status, body: '' }
  return { status, body: JSON.stringify({ type: 'error', id: randomUUID(), code, description, parameter }) }
}
