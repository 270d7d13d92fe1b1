import { compactVerify, createRemoteJWKSet, errors, type FlattenedVerifyGetKey } from 'jose'
import * as z from 'zod'
import { SECOND_MS } from '../../../platform/clock.ts'
import { type Delivery, DeliveryForged, ProviderUnavailable } from '../../provider.ts'

export type ReadYandexPayDelivery = (raw: Buffer, merchantId: string) => Promise<Delivery>

const tolerance = 30 * SECOND_MS
/** A key that is new to us is asked for at most this often. */
const keysRestMs = SECOND_MS

const News = z.object({
  merchantId: z.string(),
  event: z.string(),
  order: z.object({ orderId: z.string(), paymentStatus: z.string().nullish() }).optional(),
  operation: z
    .object({
      operationId: z.string().optional(),
      orderId: z.string(),
      operationType: z.string(),
      status: z.string(),
      externalOperationId: z.string().nullish(),
    })
    .optional(),
})
type News = z.infer<typeof News>

/** With these an order has come to its end, or waits for us to take the money that is held. */
const orderNews = new Set(['CAPTURED', 'AUTHORIZED', 'FAILED', 'VOIDED', 'REFUNDED', 'PARTIALLY_REFUNDED'])

/** The body is a token that Yandex Pay signed; its keys are fetched when needed, and again when one is new to us. */
export function createDeliveryReader(jwksUrl: string, timeoutMs: number): ReadYandexPayDelivery {
  const fetchKey = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cooldownDuration: keysRestMs,
  })
  const keyOf: FlattenedVerifyGetKey = async (header, token) => {
    try {
      return await fetchKey(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      throw new ProviderUnavailable('The keys of Yandex Pay cannot be read', { cause })
    }
  }

  return async (raw, merchantId) => {
    const news = newsIn(await verified(raw, keyOf))
    if (news.merchantId !== merchantId) throw new DeliveryForged(`It is for merchant ${news.merchantId}`)
    return deliveryOf(news)
  }
}

/** The expiry stands in the token's header, where no library looks for it. */
async function verified(raw: Buffer, keyOf: FlattenedVerifyGetKey): Promise<Uint8Array> {
  try {
    const { protectedHeader, payload } = await compactVerify(raw.toString('utf8').trim(), keyOf, {
      algorithms: ['ES256'],
    })
    const expiresAt = Number(protectedHeader.exp) * SECOND_MS
    // Signed by the clock of Yandex Pay, so it is compared with the time of the wire, whatever ours says.
    if (!(expiresAt + tolerance > Date.now())) throw new DeliveryForged('Its signature has expired')
    return payload
  } catch (cause) {
    if (cause instanceof ProviderUnavailable || cause instanceof DeliveryForged) throw cause
    throw new DeliveryForged('The signature of Yandex Pay does not hold', { cause })
  }
}

function newsIn(payload: Uint8Array): News {
  try {
    return News.parse(JSON.parse(Buffer.from(payload).toString('utf8')))
  } catch (cause) {
    throw new DeliveryForged('It is no notification of Yandex Pay', { cause })
  }
}

/** Every try of one delivery is a new token, so what it says is its name. */
function deliveryOf({ event, order, operation }: News): Delivery {
  if (operation) {
    const { orderId, operationId = '', operationType, status, externalOperationId } = operation
    const name = operationId || `${operationType}:${externalOperationId ?? ''}`
    const of = operationType === 'REFUND' ? 'refund' : 'payment'
    return {
      key: `${event}:${orderId}:${name}:${status}`,
      kind: `${event}:${operationType}:${status}`,
      subject: { of, providerId: orderId, attemptId: attemptOf(orderId), id: externalOperationId ?? null },
      isNews: status !== 'PENDING',
    }
  }
  if (!order) return { key: event, kind: event, subject: null, isNews: false }
  const { orderId, paymentStatus } = order
  return {
    key: `${event}:${orderId}:${paymentStatus}`,
    kind: `${event}:${paymentStatus}`,
    subject: { of: 'payment', providerId: orderId, attemptId: attemptOf(orderId), id: null },
    isNews: orderNews.has(paymentStatus ?? ''),
  }
}

/** Our orders are named by their attempt, a UUID; whatever else the merchant sells is named otherwise. */
function attemptOf(orderId: string): string | null {
  return z.uuid().safeParse(orderId).success ? orderId : null
}
