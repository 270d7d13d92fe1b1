import type { Answer } from '../../platform/emulated-api.ts'

/** An answer in Yandex Pay's error language. */
export class YandexPayFailure extends Error {
  readonly status: number
  readonly reasonCode: string

  constructor(status: number, reasonCode: string, reason: string) {
    super(reason)
    this.status = status
    this.reasonCode = reasonCode
  }
}

export function invalid(reason: string): YandexPayFailure {
  return new YandexPayFailure(400, 'BAD_FORMAT', reason)
}

export function wrongCart(reason: string): YandexPayFailure {
  return new YandexPayFailure(400, 'ORDER_CART_DATA_ERROR', reason)
}

export function wrongState(reason: string): YandexPayFailure {
  return new YandexPayFailure(409, 'INVALID_PAYMENT_STATUS', reason)
}

export function answerFailure(error: unknown): Answer {
  if (!(error instanceof YandexPayFailure)) {
    const { statusCode = 500, message } = error as Error & { statusCode?: number }
    const reasonCode = statusCode < 500 ? 'BAD_FORMAT' : 'INTERNAL_SERVER_ERROR'
    return answerFailure(new YandexPayFailure(statusCode, reasonCode, message))
  }
  const { status, reasonCode, message: reason } = error
  return { status, body: JSON.stringify({ code: status, status: 'fail', reasonCode, reason }) }
}
