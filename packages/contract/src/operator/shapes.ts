import * as z from 'zod'
import { Build, BuildError, KeyScope } from '../builds/build-shapes.ts'
import { currencies } from '../money.ts'
import { orderStatuses, paymentProviders } from '../payment-methods.ts'
import { maxGameErrorLength } from '../plays/limits.ts'
import { AmountMinor, Id, Instant } from '../shapes.ts'
import { ticketAuthors, ticketReasons, ticketStates } from '../tickets.ts'
import { operatorRoles, permissions } from './permissions.ts'
import {
  PersonalEmail,
  PersonalIp,
  PersonalName,
  PersonalText,
  PlainText,
  TechnicalText,
} from './personal.ts'

const Currency = z.enum(currencies)
const Provider = z.enum(paymentProviders)
export const Sum = z.object({ currency: Currency, amountMinor: z.int() })

/** A page of a list. A bounded scan that found fewer rows than asked tells how far it looked. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.object({
      result: z.array(row),
      nextCursor: PlainText.nullable().describe('Null at the end of the list'),
      scannedTo: Instant.nullable().describe('Oldest row looked at, when the scan stopped at its limit'),
    }),
  })

// Operators

export const OperatorGrant = z.object({
  role: z.enum(operatorRoles),
  project: z.string().min(1).max(64).describe('A project id, or `*`'),
})

export const OperatorMe = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    language: z.enum(['ru', 'en']),
    environment: z.enum(['sandbox', 'staging', 'production']),
    timeZone: z.string(),
    grants: z.array(OperatorGrant),
    permissions: z
      .partialRecord(z.enum(permissions), z.union([z.literal('*'), z.array(z.string())]))
      .describe('Projects in which each permission is held'),
    refundLimits: z.array(Sum).nullable().describe('Null: no limit'),
    projects: z.array(z.object({ id: z.string(), name: z.string() })),
    provedUntil: Instant.describe('Until then, calls that need a recent proof are accepted'),
  })
  .meta({ id: 'OperatorMe' })
export type OperatorMe = z.infer<typeof OperatorMe>

export const Operator = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    state: z.enum(['invited', 'active', 'suspended']),
    grants: z.array(OperatorGrant),
    hasApp: z.boolean(),
    passkeys: z.int(),
    createdAt: Instant,
    lastSeenAt: Instant.nullable(),
  })
  .meta({ id: 'Operator' })
export type Operator = z.infer<typeof Operator>

export const OperatorSession = z
  .object({
    id: Id,
    ip: z.string(),
    userAgent: z.string(),
    createdAt: Instant,
    lastSeenAt: Instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OperatorSession' })

export const SecondFactors = z
  .object({
    appAddedAt: Instant.nullable().describe('Null without an authenticator app'),
    passkeys: z.array(
      z.object({ id: Id, name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() }),
    ),
    recoveryCodes: z.int().describe('How many are left'),
  })
  .meta({ id: 'SecondFactors' })
export type SecondFactors = z.infer<typeof SecondFactors>

export const AuditEntry = z
  .object({
    id: Id,
    at: Instant,
    operator: z.string().describe('Name of the operator, of a shell account, or of the hub'),
    operatorId: Id.nullable(),
    action: z.string().describe('For example `order.refund`'),
    subject: z.string(),
    project: z.string().nullable(),
    playerId: Id.nullable(),
    orderId: Id.nullable(),
    outcome: z.enum(['done', 'refused']),
    before: TechnicalText.nullable().describe('JSON'),
    after: TechnicalText.nullable().describe('JSON'),
    reason: PersonalText.nullable(),
    ip: PersonalIp.nullable(),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.infer<typeof AuditEntry>

// Players

export const PlayerRow = z
  .object({
    id: Id,
    name: PersonalName,
    email: PersonalEmail.nullable(),
    authType: z.string(),
    createdAt: Instant,
    bannedAt: Instant.nullable(),
    bannedUntil: Instant.nullable(),
    deletionAt: Instant.nullable(),
  })
  .meta({ id: 'OperatorPlayerRow' })
export type PlayerRow = z.infer<typeof PlayerRow>

export const PlayerNote = z
  .object({ id: Id, operator: z.string(), text: PersonalText, createdAt: Instant, isOwn: z.boolean() })
  .meta({ id: 'PlayerNote' })

export const PlayerDetails = PlayerRow.extend({
  receiptEmail: PersonalEmail.nullable(),
  language: z.string(),
  hasTwoFactor: z.boolean(),
  ban: z.object({ operator: z.string(), reason: PersonalText.nullable() }).nullable(),
  identities: z.array(
    z.object({ provider: z.string(), label: PersonalEmail.nullable(), createdAt: Instant }),
  ),
  loginSessions: z.array(
    z.object({
      id: Id,
      authType: z.string(),
      userAgent: z.string().nullable(),
      createdAt: Instant,
      lastSeenAt: Instant,
    }),
  ),
  spent: z.array(Sum),
  notes: z.array(PlayerNote),
  scores: z
    .array(
      z.object({
        project: z.string(),
        board: z.string(),
        score: z.int(),
        extra: PersonalText.nullable(),
        reachedAt: Instant,
        hiddenAt: Instant.nullable().describe('When staff took the player off the leaderboard'),
      }),
    )
    .describe('The score of the longest period, for each leaderboard'),
}).meta({ id: 'OperatorPlayer' })
export type PlayerDetails = z.infer<typeof PlayerDetails>

export const PlayerPurchase = z
  .object({
    id: Id,
    orderId: Id,
    project: z.string(),
    itemId: z.string(),
    title: z.string(),
    state: z.string(),
    createdAt: Instant,
    consumedAt: Instant.nullable(),
  })
  .meta({ id: 'PlayerPurchase' })

// Orders

/** An order's state in words; the order page explains it. */
export const operatorOrderStates = [
  'not-started',
  'pending',
  'held',
  'failed',
  'cancelled',
  'undelivered',
  'paid',
  'disputed',
  'refund-failed',
  'partly-refunded',
  'refunded',
] as const
export type OperatorOrderState = (typeof operatorOrderStates)[number]

export const OrderRowShape = z
  .object({
    id: Id,
    createdAt: Instant,
    paidAt: Instant.nullable(),
    playerId: Id,
    playerName: PersonalName.nullable(),
    project: z.string(),
    itemId: z.string(),
    title: z.string(),
    status: z.enum(orderStatuses),
    state: z.enum(operatorOrderStates),
    provider: Provider.nullable(),
    currency: Currency.nullable(),
    amountMinor: AmountMinor.nullable(),
    refundedMinor: AmountMinor,
  })
  .meta({ id: 'OperatorOrderRow' })
export type OperatorOrderRow = z.infer<typeof OrderRowShape>

export const Explanation = z
  .object({
    state: z.enum(operatorOrderStates),
    sentence: TechnicalText.describe('What happened and who must act, in the language of the caller'),
    actor: z.enum(['player', 'provider', 'game', 'operator', 'hub', 'nobody']),
    since: Instant,
    nextAt: Instant.nullable().describe('When the hub acts next'),
  })
  .meta({ id: 'OrderExplanation' })
export type Explanation = z.infer<typeof Explanation>

export const Delivery = z
  .object({
    id: Id,
    webhookId: Id,
    at: Instant,
    durationMs: z.int(),
    status: z.int().nullable().describe('HTTP status; null when there was no response'),
    error: TechnicalText.nullable(),
    response: TechnicalText.nullable().describe('Beginning of a response that was not 2xx'),
    origin: z.enum(['schedule', 'operator', 'game', 'test']),
  })
  .meta({ id: 'WebhookDelivery' })
export type Delivery = z.infer<typeof Delivery>

export const OperatorWebhook = z
  .object({
    id: Id,
    orderId: Id,
    playerId: Id,
    project: z.string(),
    type: z.string(),
    state: z.enum(['waiting', 'delivered', 'dead']),
    attempts: z.int(),
    lastError: TechnicalText.nullable(),
    nextTryAt: Instant.nullable().describe('Null unless it waits'),
    createdAt: Instant,
    deliveredAt: Instant.nullable(),
  })
  .meta({ id: 'OperatorWebhook' })
export type OperatorWebhook = z.infer<typeof OperatorWebhook>

export const OperatorRefund = z
  .object({
    id: Id,
    orderId: Id,
    project: z.string(),
    amountMinor: AmountMinor,
    currency: Currency,
    reason: PersonalText,
    requestedBy: z.string(),
    state: z.enum(['pending', 'succeeded', 'failed']),
    error: TechnicalText.nullable(),
    createdAt: Instant,
    settledAt: Instant.nullable(),
  })
  .meta({ id: 'OperatorRefund' })
export type OperatorRefund = z.infer<typeof OperatorRefund>

export const OperatorDispute = z
  .object({
    id: Id,
    orderId: Id,
    project: z.string(),
    title: z.string(),
    provider: Provider,
    providerDisputeId: PlainText,
    amountMinor: AmountMinor,
    currency: z.string(),
    reason: TechnicalText,
    state: z.enum(['open', 'won', 'lost']),
    openedAt: Instant,
    dueBy: Instant.nullable().describe('Deadline for evidence at the provider'),
    settledAt: Instant.nullable(),
  })
  .meta({ id: 'OperatorDispute' })
export type OperatorDispute = z.infer<typeof OperatorDispute>

const SaveVersion = z.object({
  version: z.int(),
  sizeBytes: z.int(),
  savedAt: Instant,
  source: z.enum(['client', 'server']).describe("Who wrote it: the game, or the game's server"),
})

export const keptReasons = ['replaced', 'removed', 'conflict', 'sign-in', 'restore'] as const

/** A save without its value. */
export const PlayerSave = z
  .object({
    project: z.string(),
    key: z.string(),
    current: SaveVersion.nullable().describe('Null when it was removed'),
    versions: z
      .array(SaveVersion.extend({ replacedAt: Instant, reason: z.enum(keptReasons) }))
      .describe('Can be restored, the newest first; after a conflict also the current one'),
  })
  .meta({ id: 'PlayerSave' })
export type PlayerSave = z.infer<typeof PlayerSave>

export const TicketRowShape = z
  .object({
    id: Id,
    number: z.int(),
    playerId: Id,
    playerName: PersonalName.nullable(),
    orderId: Id.nullable(),
    project: z.string().nullable(),
    reason: z.enum(ticketReasons),
    state: z.enum(ticketStates),
    language: z.string(),
    assignee: z.object({ id: Id, name: z.string() }).nullable(),
    tags: z.array(TechnicalText),
    excerpt: PersonalText,
    createdAt: Instant,
    updatedAt: Instant,
  })
  .meta({ id: 'OperatorTicketRow' })
export type OperatorTicketRow = z.infer<typeof TicketRowShape>

export const OrderDetails = OrderRowShape.extend({
  explanation: Explanation,
  purchase: z
    .object({
      id: Id,
      state: z.string(),
      decidedState: z.string().nullable(),
      createdAt: Instant,
      consumedAt: Instant.nullable(),
    })
    .nullable(),
  attempts: z.array(
    z.object({
      id: Id,
      provider: Provider,
      providerPaymentId: PlainText.nullable(),
      state: z.string(),
      reviewReason: TechnicalText.nullable(),
      paidWith: z.string().nullable(),
      createdAt: Instant,
      closedAt: Instant.nullable(),
    }),
  ),
  webhooks: z.array(OperatorWebhook.extend({ deliveries: z.array(Delivery) })),
  refunds: z.array(OperatorRefund),
  refundableMinor: AmountMinor,
  disputes: z.array(OperatorDispute),
  receipt: z
    .object({ number: z.string(), email: PersonalEmail.nullable(), mailedAt: Instant.nullable() })
    .nullable(),
  tickets: z.array(TicketRowShape),
  timeline: z.array(
    z.object({
      at: Instant,
      says: z.string(),
      reason: PersonalText.nullable().describe('What a person or a provider wrote'),
    }),
  ),
  audit: z.array(AuditEntry),
}).meta({ id: 'OperatorOrder' })
export type OperatorOrder = z.infer<typeof OrderDetails>

// Tickets

export const TicketDetails = TicketRowShape.extend({
  email: PersonalEmail,
  version: z.int().describe('Counts changes of assignee and tags'),
  draft: PersonalText.nullable().describe("The operator's own"),
  messages: z.array(
    z.object({
      id: Id,
      author: z.enum(ticketAuthors),
      operator: z.string().nullable(),
      text: PersonalText,
      createdAt: Instant,
    }),
  ),
  notes: z.array(z.object({ id: Id, operator: z.string(), text: PersonalText, createdAt: Instant })),
}).meta({ id: 'OperatorTicket' })
export type OperatorTicket = z.infer<typeof TicketDetails>

export const SavedReply = z
  .object({
    id: Id,
    title: PersonalText,
    language: z.string(),
    text: PersonalText,
    version: z.int(),
  })
  .meta({ id: 'SavedReply' })
export type SavedReply = z.infer<typeof SavedReply>

// Builds

export const OperatorBuild = Build.extend({ previewUrl: PlainText.nullable() }).meta({ id: 'OperatorBuild' })

/** With the errors of players, who can write any text into one. */
export const BuildWithErrors = OperatorBuild.extend({
  errors: z
    .array(BuildError.extend({ message: TechnicalText.max(maxGameErrorLength) }))
    .describe('The most frequent of the newest builds; empty for older ones'),
}).meta({ id: 'BuildWithErrors' })

// Game servers, finance, operations, home, search

export const GameServer = z
  .object({
    project: z.string(),
    name: z.string(),
    url: PlainText.nullable().describe('Null: the game learns of purchases by the SDK'),
    deliveries24h: z.int(),
    failed24h: z.int(),
    p95Ms: z.int().nullable(),
    waiting: z.int(),
    dead: z.int(),
    oldestWaitingAt: Instant.nullable(),
    pausedAt: Instant.nullable(),
    pausedBy: z.string().nullable(),
  })
  .meta({ id: 'OperatorGameServer' })
export type GameServer = z.infer<typeof GameServer>

export const GameServerKey = z
  .object({
    id: Id,
    name: z.string(),
    scope: KeyScope,
    createdAt: Instant,
    expiresAt: Instant.nullable(),
    lastUsedAt: Instant.nullable(),
    revokedAt: Instant.nullable(),
  })
  .meta({ id: 'GameServerKey' })

export const SalesRow = z
  .object({
    period: z.string().describe('`YYYY-MM-DD`, or `YYYY-MM` by month'),
    project: z.string(),
    itemId: z.string().nullable(),
    provider: z.string(),
    currency: z.string(),
    orders: z.int(),
    soldMinor: z.int(),
    refunds: z.int(),
    refundedMinor: z.int(),
    disputesLost: z.int(),
    lostMinor: z.int(),
    netMinor: z.int(),
  })
  .meta({ id: 'SalesRow' })
export type SalesRow = z.infer<typeof SalesRow>

export const attentionKinds = [
  'game-server-failing',
  'order-undelivered',
  'order-held',
  'order-pending-long',
  'refund-failed',
  'dispute-open',
  'ticket-open',
  'job-dead',
  'job-failing',
  'provider-failing',
  'mail-failing',
  'content-rejected',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

export const Home = z
  .object({
    attention: z.array(
      z.object({
        kind: z.enum(attentionKinds),
        count: z.int().describe('Counted up to 10,001'),
        oldestAt: Instant.nullable(),
        dueAt: Instant.nullable(),
        project: z.string().nullable(),
        href: z.string().describe('List in the console, relative to its base'),
      }),
    ),
    failedChecks: z.array(z.string()).describe('Kinds that could not be read now'),
    checkedAt: Instant,
    timeZone: z.string(),
  })
  .meta({ id: 'OperatorHome' })
export type Home = z.infer<typeof Home>

export const HomeSales = z
  .object({
    timeZone: z.string(),
    checkedAt: Instant,
    days: z.array(
      z.object({
        day: z.string(),
        currency: z.string(),
        project: z.string(),
        orders: z.int(),
        soldMinor: z.int(),
        refundedMinor: z.int(),
      }),
    ),
    periods: z.array(
      z.object({
        period: z.enum(['today', 'yesterday', '30-days']),
        started: z.int().describe('Orders whose payment was started'),
        paid: z.int(),
        newPayers: z.int(),
        returningPayers: z.int(),
        refunds: z.int(),
      }),
    ),
  })
  .meta({ id: 'OperatorHomeSales' })
export type HomeSales = z.infer<typeof HomeSales>

export const searchKinds = ['order', 'player', 'ticket', 'receipt', 'webhook', 'refund', 'dispute'] as const
export const SearchHit = z
  .object({
    kind: z.enum(searchKinds),
    id: z.string(),
    title: TechnicalText,
    subtitle: TechnicalText,
    href: z.string(),
  })
  .meta({ id: 'SearchHit' })
export type SearchHit = z.infer<typeof SearchHit>
