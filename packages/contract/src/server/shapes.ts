import * as z from 'zod'
import { currencies } from '../money.ts'
import { OrderLine } from '../offers/shapes.ts'
import { orderStatuses, paymentProviders } from '../payment-methods.ts'
import { AmountMinor, Id, Instant, Purchase } from '../shapes.ts'

const maxMetadataKeys = 16

/** Key-value pairs attached to an order by a game team. No control characters: PostgreSQL cannot store U+0000. */
export const Metadata = z
  .record(
    z.string().regex(/^[\w.-]{1,40}$/),
    z
      .string()
      .max(500)
      .regex(/^\P{Cc}*$/u),
  )
  .refine((metadata) => Object.keys(metadata).length <= maxMetadataKeys, {
    error: `At most ${maxMetadataKeys} keys`,
  })
  .describe(
    'At most 16 keys of 1 to 40 letters, digits, dots, underscores or hyphens; values of at most 500 characters',
  )
  .meta({ id: 'Metadata' })
export type Metadata = z.infer<typeof Metadata>

/** An order as a game server sees it. */
export const ServerPayment = z
  .object({
    id: Id,
    url: z.string().describe('The payment screen that the player opens'),
    status: z.enum(orderStatuses),
    playerId: Id,
    project: z.string(),
    itemId: z.string(),
    lines: z.array(OrderLine),
    provider: z.enum(paymentProviders).nullable().describe('Null until a provider is chosen'),
    currency: z.enum(currencies).nullable(),
    amountMinor: AmountMinor.nullable(),
    refundedMinor: AmountMinor.describe('The refunded amount; the status stays `paid`'),
    metadata: Metadata,
    purchaseId: Id.nullable().describe('Null until paid'),
    createdAt: Instant,
    paidAt: Instant.nullable(),
  })
  .meta({ id: 'ServerPayment' })
export type ServerPayment = z.infer<typeof ServerPayment>

/**
 * Reason of a refund, for game servers: staff's text stays inside. A game server requested it, an operator decided, an
 * order was paid twice, it was made in the provider's dashboard, or the player withdrew from the contract.
 */
export const refundReasonCodes = [
  'game-request',
  'operator-decision',
  'paid-twice',
  'provider-refund',
  'withdrawal',
] as const
export type RefundReasonCode = (typeof refundReasonCodes)[number]

export const ServerRefund = z
  .object({
    id: Id,
    paymentId: Id,
    amountMinor: AmountMinor,
    currency: z.enum(currencies),
    reason: z.string().describe('As you sent it'),
    state: z
      .enum(['pending', 'succeeded', 'failed'])
      .describe('The webhook `payment.refunded` reports when the provider has refunded it'),
    createdAt: Instant,
    settledAt: Instant.nullable(),
  })
  .meta({ id: 'ServerRefund' })
export type ServerRefund = z.infer<typeof ServerRefund>

export const ServerPurchase = Purchase.extend({ playerId: Id, consumedAt: Instant.nullable() }).meta({
  id: 'ServerPurchase',
})
export type ServerPurchase = z.infer<typeof ServerPurchase>

export const KnownPlayer = z
  .object({ id: Id, nickName: z.string(), createdAt: Instant })
  .meta({ id: 'KnownPlayer' })
export type KnownPlayer = z.infer<typeof KnownPlayer>

/** A signed message to a game server. */
export const Webhook = z
  .object({
    id: Id.describe('The `webhook-id` of every delivery'),
    type: z.string(),
    state: z.enum(['waiting', 'delivered', 'dead']),
    paymentId: Id,
    playerId: Id,
    attempts: z.int(),
    lastError: z.string().nullable(),
    nextTryAt: Instant.nullable().describe('When a waiting webhook is sent next; null for at once'),
    createdAt: Instant,
    deliveredAt: Instant.nullable(),
    body: z.unknown().describe('The request body as sent'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const TestWebhook = z
  .object({
    id: z.string().describe('Its `webhook-id`'),
    isTaken: z.boolean().describe('True when the game server answered 2xx'),
    status: z.int().nullable().describe('Null when no response came'),
    reason: z.string().nullable().describe('Why the delivery failed'),
  })
  .meta({ id: 'TestWebhook' })
export type TestWebhook = z.infer<typeof TestWebhook>
