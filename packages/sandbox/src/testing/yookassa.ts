import { randomUUID } from 'node:crypto'

export interface YooKassaAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer and fails on what it does not find
  body: any
}

interface Manner {
  key?: string | null
  credentials?: string
  timeoutMs?: number
}

/** A shop's client, as thin as the documents allow: Basic authentication, JSON and an idempotence key. */
export function yookassaAt(url: string) {
  const call = async (method: string, path: string, body?: unknown, manner: Manner = {}) => {
    const { key = randomUUID(), credentials = '100500:test_sandbox_yookassa', timeoutMs = 10_000 } = manner
    const response = await fetch(`${url}/v3${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/json',
        ...(key === null ? {} : { 'idempotence-key': key }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : null } as YooKassaAnswer
  }
  return {
    get: (path: string, manner?: Manner) => call('GET', path, undefined, { key: null, ...manner }),
    post: (path: string, body?: unknown, manner?: Manner) => call('POST', path, body, manner),
  }
}

export const rubles = (value: string) => ({ value, currency: 'RUB' })

/** A payment as a shop with the widget asks for it. */
export const widgetPayment = (orderId = 'order-1') => ({
  amount: rubles('199.00'),
  capture: true,
  confirmation: { type: 'embedded', locale: 'en_US' },
  description: '100 gems',
  metadata: { orderId },
})
