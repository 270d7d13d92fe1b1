import { compactVerify, createRemoteJWKSet, errors, type FlattenedVerifyGetKey } from 'jose'
import * as z from 'zod'
import { SECOND_MS } from '../../../platform/clock.ts'
import { ForgedEvent, type ProviderEvent, ProviderUnavailable, UnreadableEvent } from '../../provider.ts'

export type VerifyYandexPayEvent = (raw: Buffer, merchantId: string) => Promise<ProviderEvent>

const clockToleranceMs = 30 * SECOND_MS
/** Minimum interval between key set fetches when a key is unknown. */
const keySetCooldownMs = SECOND_MS

const Addressee = z.object({ merchantId: z.string() })
const Notification = z.object({
  event: z.string(),
  order: z.object({ orderId: z.string(), paymentStatus: z.string().nullish() }).nullish(),
  operation: z
    .object({
      operationId: z.string().nullish(),
      orderId: z.string(),
      operationType: z.string(),
      status: z.string(),
      externalOperationId: z.string().nullish(),
    })
    .nullish(),
})
type Notification = z.infer<typeof Notification>

/** Statuses to process: final ones, and money waiting for its capture. */
const actionableStatuses = new Set([
  'CAPTURED',
  'AUTHORIZED',
  'FAILED',
  'VOIDED',
  'REFUNDED',
  'PARTIALLY_REFUNDED',
])

/** The body is a JWS signed by Yandex Pay. Its key set is fetched on demand, and again for an unknown key. */
export function createEventVerifier(jwksUrl: string, timeoutMs: number): VerifyYandexPayEvent {
  const fetchKey = createRemoteJWKSet(new URL(jwksUrl), {
    timeoutDuration: timeoutMs,
    cooldownDuration: keySetCooldownMs,
  })
  const getKey: FlattenedVerifyGetKey = async (header, token) => {
    try {
      return await fetchKey(header, token)
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause
      throw new ProviderUnavailable('The key set of Yandex Pay is not available', { cause })
    }
  }

  return async (raw, merchantId) => {
    const payload = parseJson(await verifySignature(raw, getKey))
    // Yandex Pay signs all merchants' events with one key.
    if (Addressee.safeParse(payload).data?.merchantId !== merchantId)
      throw new ForgedEvent('The event is for another merchant')
    const notification = Notification.safeParse(payload)
    if (!notification.success) throw new UnreadableEvent('The payload is not a Yandex Pay notification')
    return toEvent(notification.data)
  }
}

export async function areKeysAvailable(jwksUrl: string, timeoutMs: number): Promise<boolean> {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: timeoutMs })
  await keys.reload().catch(() => undefined)
  return (keys.jwks()?.keys.length ?? 0) > 0
}

/** The expiry is in the JWS header, which no library checks. */
async function verifySignature(raw: Buffer, getKey: FlattenedVerifyGetKey): Promise<Uint8Array> {
  try {
    const { protectedHeader, payload } = await compactVerify(raw.toString('utf8').trim(), getKey, {
      algorithms: ['ES256'],
    })
    const expiresAt = Number(protectedHeader.exp) * SECOND_MS
    // Compared with the system clock, not ours: Yandex Pay sets it by real time.
    if (!(expiresAt + clockToleranceMs > Date.now())) throw new ForgedEvent('The signature has expired')
    return payload
  } catch (cause) {
    if (cause instanceof ProviderUnavailable || cause instanceof ForgedEvent) throw cause
    throw new ForgedEvent('Invalid Yandex Pay signature', { cause })
  }
}

function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(payload).toString('utf8'))
  } catch {
    return undefined
  }
}

/** Each delivery is a new token, so the key is built from the event's content. */
function toEvent({ event, order, operation }: Notification): ProviderEvent {
  if (operation) {
    const { orderId, operationId, operationType, status, externalOperationId } = operation
    const name = operationId || `${operationType}:${externalOperationId ?? ''}`
    const of = operationType === 'REFUND' ? 'refund' : 'payment'
    return {
      key: `${event}:${orderId}:${name}:${status}`,
      kind: `${event}:${operationType}:${status}`,
      subject: {
        of,
        providerPaymentId: orderId,
        attemptId: parseAttemptId(orderId),
        id: externalOperationId ?? null,
      },
      isActionable: status !== 'PENDING',
    }
  }
  if (!order) return { key: event, kind: event, subject: null, isActionable: false }
  const { orderId, paymentStatus } = order
  return {
    key: `${event}:${orderId}:${paymentStatus}`,
    kind: `${event}:${paymentStatus}`,
    subject: { of: 'payment', providerPaymentId: orderId, attemptId: parseAttemptId(orderId), id: null },
    isActionable: actionableStatuses.has(paymentStatus ?? ''),
  }
}

/** Our order ids are attempt ids, which are UUIDs; other ids belong to the merchant's other systems. */
function parseAttemptId(orderId: string): string | null {
  return z.uuid().safeParse(orderId).success ? orderId : null
}
