import { randomUUID } from 'node:crypto'

export interface YooKassaResponse {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read any response
  body: any
}

interface RequestOptions {
  key?: string | null
  credentials?: string
}

/** A minimal client of the shop API: Basic authentication, JSON and an idempotence key. */
export function yookassaAt(url: string) {
  const call = async (method: string, path: string, body?: unknown, options: RequestOptions = {}) => {
    const { key = randomUUID(), credentials = '100500:test_sandbox_yookassa' } = options
    const response = await fetch(`${url}/v3${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/json',
        ...(key === null ? {} : { 'idempotence-key': key }),
      },
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : null } as YooKassaResponse
  }
  return {
    get: (path: string, options?: RequestOptions) => call('GET', path, undefined, { key: null, ...options }),
    post: (path: string, body?: unknown, options?: RequestOptions) => call('POST', path, body, options),
  }
}

export const rubles = (value: string) => ({ value, currency: 'RUB' })

/** A payment for the widget. */
export const widgetPayment = (orderId = 'order-1') => ({
  amount: rubles('199.00'),
  capture: true,
  confirmation: { type: 'embedded', locale: 'en_US' },
  description: '100 gems',
  metadata: { orderId },
})
