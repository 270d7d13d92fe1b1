import * as z from 'zod'
import { currencies } from './money.ts'
import { orderStatuses, paymentProviders } from './payment-methods.ts'
import { AmountMinor, Id, Instant, Purchase } from './shapes.ts'

const metadataKeysAtMost = 16

/** A game team's own notes on an order. Control characters are left out: PostgreSQL refuses the first of them. */
export const Metadata = z
  .record(
    z.string().regex(/^[\w.-]{1,40}$/),
    z
      .string()
      .max(500)
      .regex(/^\P{Cc}*$/u),
  )
  .refine((notes) => Object.keys(notes).length <= metadataKeysAtMost, {
    error: `No more than ${metadataKeysAtMost} keys`,
  })
  .describe('16 keys at most, of 40 letters, digits, dots or hyphens; a value has 500 characters at most')
  .meta({ id: 'Metadata' })
export type Metadata = z.infer<typeof Metadata>

/** An order, as the game server sees it. */
export const ServerPayment = z
  .object({
    id: Id,
    url: z.string().describe('The payment screen, for the player to open'),
    status: z.enum(orderStatuses),
    playerId: Id,
    project: z.string(),
    itemId: z.string(),
    provider: z.enum(paymentProviders).nullable().describe('Null until one is chosen'),
    currency: z.enum(currencies).nullable(),
    amountMinor: AmountMinor.nullable(),
    refundedMinor: AmountMinor.describe('What went back; the status stays as it is'),
    metadata: Metadata,
    purchaseId: Id.nullable().describe('What the player owns once paid'),
    createdAt: Instant,
    paidAt: Instant.nullable(),
  })
  .meta({ id: 'ServerPayment' })
export type ServerPayment = z.infer<typeof ServerPayment>

export const ServerRefund = z
  .object({
    id: Id,
    paymentId: Id,
    amountMinor: AmountMinor,
    currency: z.enum(currencies),
    reason: z.string(),
    state: z
      .enum(['pending', 'succeeded', 'failed'])
      .describe('A webhook `payment.refunded` tells when the money has gone back'),
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

/** A signed message to the game server. */
export const Webhook = z
  .object({
    id: Id.describe('The `webhook-id` of every try'),
    type: z.string(),
    state: z.enum(['waiting', 'delivered', 'dead']),
    paymentId: Id,
    playerId: Id,
    attempts: z.int(),
    lastError: z.string().nullable(),
    nextTryAt: Instant.nullable().describe('When one that waits is told again; null for at once'),
    createdAt: Instant,
    deliveredAt: Instant.nullable(),
    body: z.unknown().describe('As it is posted'),
  })
  .meta({ id: 'Webhook' })
export type Webhook = z.infer<typeof Webhook>

export const TestWebhook = z
  .object({
    id: z.string().describe('Its `webhook-id`'),
    isTaken: z.boolean().describe('True when the game server answered 2xx'),
    status: z.int().nullable().describe('What it answered; null when it did not'),
    reason: z.string().nullable().describe('What went wrong'),
  })
  .meta({ id: 'TestWebhook' })
export type TestWebhook = z.infer<typeof TestWebhook>
