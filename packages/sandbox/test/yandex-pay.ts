interface RequestOptions {
  requestId?: string
  key?: string
}

/** A minimal client of the merchant API. */
export function yandexPayAt(url: string) {
  const call = async (method: string, path: string, body?: unknown, options: RequestOptions = {}) => {
    const { requestId, key = 'sandbox_yandex_pay' } = options
    const response = await fetch(`${url}/api/merchant${path}`, {
      method,
      headers: {
        authorization: `Api-Key ${key}`,
        'content-type': 'application/json',
        ...(requestId ? { 'x-request-id': requestId } : {}),
      },
      signal: AbortSignal.timeout(10_000),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests read any response
    return { status: response.status, body: (await response.json()) as any }
  }
  return {
    get: (path: string, options?: RequestOptions) => call('GET', path, undefined, options),
    post: (path: string, body?: unknown, options?: RequestOptions) => call('POST', path, body, options),
  }
}

/** An order of two items, 199 rubles together. */
export const yandexOrder = (orderId: string, more: object = {}) => ({
  orderId,
  currencyCode: 'RUB',
  cart: {
    items: [
      { productId: 'gems', title: 'Gems', quantity: { count: '2' }, unitPrice: '50.00', total: '100.00' },
      { productId: 'hat', title: 'A hat', quantity: { count: '1' }, total: '99.00' },
    ],
    total: { amount: '199.00' },
  },
  redirectUrls: {
    onSuccess: 'http://shop.test/paid',
    onError: 'http://shop.test/failed',
    onAbort: 'http://shop.test/left',
  },
  metadata: JSON.stringify({ orderId: `hub-${orderId}` }),
  ...more,
})

interface Jwk {
  kid: string
  alg: string
  use: string
}

/**
 * Verifies a webhook as documented: the key by `kid` from the JWKS, ES256, and `exp` from the header.
 * @returns the payload, or why it was rejected
 */
export async function readToken(url: string, token: string, now = Date.now()) {
  const { keys } = (await (await fetch(`${url}/api/jwks`)).json()) as { keys: Jwk[] }
  const [head = '', payload = '', signature = ''] = token.split('.')
  const header = fromBase64(head)
  const jwk = keys.find(({ kid, alg }) => kid === header.kid && alg === header.alg)
  if (!jwk) return { rejected: 'no such key', header }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
  const isSigned = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    Buffer.from(signature, 'base64url'),
    Buffer.from(`${head}.${payload}`),
  )
  if (!isSigned) return { rejected: 'signature', header }
  if (header.exp * 1000 < now) return { rejected: 'expired', header }
  return { header, payload: fromBase64(payload) }
}

function fromBase64(part: string) {
  return JSON.parse(Buffer.from(part, 'base64url').toString())
}
