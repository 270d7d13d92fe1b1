import type { ApiResponse } from '../../platform/emulated-api.ts'
import { readFault } from '../../platform/errors.ts'
import { ProviderError } from '../../platform/problem.ts'

/** An error in Yandex Pay's format. */
export class YandexPayError extends ProviderError {
  readonly status: number
  readonly reasonCode: string

  constructor(status: number, reasonCode: string, reason: string) {
    super(reason)
    this.status = status
    this.reasonCode = reasonCode
  }
}

export function badFormat(reason: string): YandexPayError {
  return new YandexPayError(400, 'BAD_FORMAT', reason)
}

export function invalidCart(reason: string): YandexPayError {
  return new YandexPayError(400, 'ORDER_CART_DATA_ERROR', reason)
}

export function invalidStatus(reason: string): YandexPayError {
  return new YandexPayError(409, 'INVALID_PAYMENT_STATUS', reason)
}

const otherReasonCodes: Record<number, string> = { 429: 'TOO_MANY_REQUESTS', 500: 'INTERNAL_SERVER_ERROR' }

export function errorResponse(error: unknown): ApiResponse {
  if (!(error instanceof YandexPayError)) {
    const { statusCode = 500, message } = readFault(error)
    return errorResponse(
      new YandexPayError(statusCode, otherReasonCodes[statusCode] ?? 'BAD_FORMAT', message),
    )
  }
  const { status, reasonCode, message: reason } = error
  return { status, body: JSON.stringify({ code: status, status: 'fail', reasonCode, reason }) }
}
