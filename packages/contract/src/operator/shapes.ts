import * as z from 'zod'
import { Build, BuildError, KeyScope } from '../builds/build-shapes.ts'
import { currencies } from '../money.ts'
import { orderStatuses, paymentProviders } from '../payment-methods.ts'
import { maxGameErrorLength } from '../plays/limits.ts'
import { AmountMinor, Consent, Id, Instant } from '../shapes.ts'
import { ticketAuthors, ticketReasons, ticketStates } from '../tickets.ts'
import { alertKinds } from './alert-kinds.ts'
import { itemPlaces } from './constants.ts'
import { operatorRoles, permissions } from './permissions.ts'
import {
  PersonalEmail,
  PersonalIp,
  PersonalJson,
  PersonalName,
  PersonalText,
  PlainText,
  TechnicalText,
} from './personal.ts'

const Currency = z.enum(currencies)
const Provider = z.enum(paymentProviders)
export const Sum = z.object({ currency: Currency, amountMinor: z.int() })

/** A page of a list. A bounded scan with too few rows reports how far it looked. */
export const page = <T extends z.ZodType>(row: T) =>
  z.object({
    data: z.object({
      result: z.array(row),
      nextCursor: PlainText.nullable().describe('Null at the end of the list'),
      scannedTo: Instant.nullable().describe('Oldest row looked at, when the scan stopped at its limit'),
    }),
  })

/** A sentence as its code and values, which the console says in the operator's language. */
export const Sentence = z
  .object({
    code: z.string(),
    params: z
      .object({ said: TechnicalText.optional().describe('What a provider wrote') })
      .catchall(
        z.union([
          z.string(),
          z.number(),
          z.object({ amountMinor: z.int(), currency: Currency }),
          z.array(z.object({ amountMinor: z.int(), currency: Currency })),
          z.object({ ru: z.string(), en: z.string() }),
        ]),
      ),
  })
  .meta({ id: 'Sentence' })
export type Sentence = z.infer<typeof Sentence>

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
    refundLimits: z.array(Sum).nullable().describe('For one order. Null: no limit'),
    refundHoldMinutes: z.int().describe('Refunds can be undone for so long; 0: they are sent at once'),
    projects: z.array(z.object({ id: z.string(), name: z.string() })),
    provedUntil: Instant.describe('Until then, calls that need a recent reauthentication are accepted'),
    sessionEndsAt: Instant.describe('However much the session is used'),
    hasWeeklyReport: z.boolean().describe('Gets the weekly email with figures'),
  })
  .meta({ id: 'OperatorMe' })
export type OperatorMe = z.infer<typeof OperatorMe>

export const Operator = z
  .object({
    id: Id,
    email: z.string(),
    name: z.string(),
    language: z.enum(['ru', 'en']).optional(),
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

export const TwoFactorMethodList = z
  .object({
    appAddedAt: Instant.nullable().describe('Null without an authenticator app'),
    passkeys: z.array(
      z.object({ id: Id, name: z.string(), createdAt: Instant, lastUsedAt: Instant.nullable() }),
    ),
    recoveryCodes: z.int().describe('How many are left'),
  })
  .meta({ id: 'SecondFactors' })
export type TwoFactorMethodList = z.infer<typeof TwoFactorMethodList>

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
    playerName: PersonalName.nullable().optional(),
    subjectName: TechnicalText.nullable()
      .optional()
      .describe('Of an operator, a key or a ticket that was changed'),
    assigneeName: z.string().nullable().optional().describe('Who got the ticket'),
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
  consents: z.array(Consent.extend({ sha256: PlainText.nullable() })),
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
  cards: z
    .array(z.object({ title: PersonalText, provider: z.string(), createdAt: Instant }))
    .describe('Remembered cards: brand and last four digits'),
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
  'closed',
  'claimed',
  'given',
  'delivering',
  'undelivered',
  'game-not-told',
  'paid',
  'taken-back',
  'disputed',
  'withdrawal-declared',
  'refund-pending',
  'refund-failed',
  'receipt-failed',
  'partly-refunded',
  'refunded',
] as const
export type OperatorOrderState = (typeof operatorOrderStates)[number]

const Country = z.string().nullable()

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
    country: Country.describe("The buyer's, in ISO 3166: the card's, else that of the IP; null when unknown"),
    countryByNetwork: Country.describe("In which the proxy located the buyer's IP"),
    countryByCard: Country.describe('Of the card, as its provider reports it'),
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
    nextTryAt: Instant.nullable().describe('Of a waiting one; its creation before the first try'),
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
    operator: z.string().nullable().describe('Name of the operator or shell account that asked'),
    state: z.enum(['pending', 'succeeded', 'failed']),
    error: TechnicalText.nullable(),
    createdAt: Instant,
    settledAt: Instant.nullable(),
    heldUntil: Instant.nullable().describe(
      'It is sent then, and can be undone before; the declared withdrawal of a player ends then',
    ),
    undoneAt: Instant.nullable().describe('When it was undone before it was sent'),
    reasonSentence: Sentence.nullable().optional().describe('When the hub itself gave the reason'),
    errorSentence: Sentence.nullable().optional(),
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

export const PlayerSaveValue = z
  .object({ project: z.string(), key: z.string(), ...SaveVersion.shape, value: PersonalJson })
  .meta({ id: 'PlayerSaveValue' })
export type PlayerSaveValue = z.infer<typeof PlayerSaveValue>

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

export const closingReceiptStates = ['waiting', 'sent', 'registered', 'failed', 'refunded'] as const

export const OrderDetails = OrderRowShape.extend({
  explanation: Explanation,
  purchase: z
    .object({
      id: Id,
      state: z.string(),
      place: z
        .enum(itemPlaces)
        .describe('As `state`, but an item is `granted` only once its game knows of it'),
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
      reviewSentence: Sentence.nullable().optional(),
      paidWith: z.string().nullable(),
      createdAt: Instant,
      closedAt: Instant.nullable(),
    }),
  ),
  webhooks: z.array(OperatorWebhook.extend({ deliveries: z.array(Delivery) })),
  refunds: z.array(OperatorRefund),
  refundableMinor: AmountMinor,
  allowanceMinor: AmountMinor.nullable().describe('What the caller may still refund; null without a limit'),
  disputes: z.array(OperatorDispute),
  receipt: z
    .object({ number: z.string(), email: PersonalEmail.nullable(), mailedAt: Instant.nullable() })
    .nullable(),
  waiver: z
    .object({
      at: Instant,
      language: z.string(),
      text: z.string(),
      sha256: z.string().describe('Of the text'),
    })
    .nullable()
    .describe('The right to withdraw, which the player waived before paying'),
  offers: z
    .object({
      ids: z.array(z.string()),
      listMinor: AmountMinor.nullable().describe('The price without them; null when they do not lower it'),
      units: z
        .array(z.object({ id: Id, itemId: z.string(), state: z.string() }))
        .describe('What the player got; empty before, and for the item alone'),
    })
    .nullable()
    .describe('Null for an order without offers'),
  closingReceipt: z
    .object({
      state: z.enum(closingReceiptStates),
      amountMinor: AmountMinor.nullable(),
      tries: z.int(),
      error: TechnicalText.nullable(),
      errorSentence: Sentence.nullable(),
      sentAt: Instant.nullable(),
      nextTryAt: Instant.nullable(),
      finishedAt: Instant.nullable(),
    })
    .nullable()
    .describe('The fiscal receipt by which a prepayment becomes a payment'),
  tickets: z.array(TicketRowShape),
  timeline: z.array(
    z.object({
      at: Instant,
      says: z.string(),
      reason: PersonalText.nullable().describe('What a person or a provider wrote'),
      sentence: Sentence.optional().describe('What `says` says'),
      reasonSentence: Sentence.nullable().optional().describe('When the hub itself gave the reason'),
    }),
  ),
  audit: z.array(AuditEntry),
}).meta({ id: 'OperatorOrder' })
export type OperatorOrder = z.infer<typeof OrderDetails>

// Tickets

export const TicketAttachment = z
  .object({
    id: Id,
    name: PersonalText,
    type: z.string(),
    sizeBytes: z.int(),
    url: PlainText.nullable().describe('A download, for ten minutes; null without the right to see it'),
  })
  .meta({ id: 'TicketAttachment' })

export const TicketDetails = TicketRowShape.extend({
  email: PersonalEmail,
  version: z.int().describe('Counts changes of assignee and tags'),
  draft: PersonalText.nullable().describe("The operator's own"),
  draftAt: Instant.nullable().optional(),
  messages: z.array(
    z.object({
      id: Id,
      author: z.enum(ticketAuthors),
      operator: z.string().nullable(),
      text: PersonalText,
      quoted: PersonalText.nullable().describe('The message that an email quotes'),
      unverifiedSender: PersonalEmail.nullable().describe(
        "The sender of an email, when it is neither the account's nor the ticket's",
      ),
      attachments: z.array(TicketAttachment),
      omittedAttachments: z.int().describe('Left out: too large, or neither image nor PDF'),
      createdAt: Instant,
    }),
  ),
  notes: z.array(z.object({ id: Id, operator: z.string(), text: PersonalText, createdAt: Instant })),
  placeholders: z
    .object({ name: PersonalText, order: PersonalText, game: PersonalText })
    .partial()
    .optional()
    .describe('Values for saved replies, in the language of the player'),
}).meta({ id: 'OperatorTicket' })
export type OperatorTicket = z.infer<typeof TicketDetails>

export const TicketActivity = z
  .object({
    writing: z.array(z.object({ id: Id, name: z.string() })),
    state: z.enum(ticketStates),
    messages: z.int(),
  })
  .meta({ id: 'TicketActivity' })
export type TicketActivity = z.infer<typeof TicketActivity>
/** A webhook that tells the publisher what needs a person. */
export const AlertWebhook = z
  .object({
    id: Id,
    url: PlainText.describe('Without the part that may be a secret'),
    kinds: z.array(z.enum(alertKinds)),
    createdAt: Instant,
    sentAt: Instant.nullable().describe('The last try; `status` and `error` tell how it ended'),
    status: z.int().nullable(),
    error: TechnicalText.nullable(),
  })
  .meta({ id: 'AlertWebhook' })
export type AlertWebhook = z.infer<typeof AlertWebhook>

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

export const WebhookSecret = z
  .object({ id: Id, createdAt: Instant, endsAt: Instant.nullable() })
  .meta({ id: 'WebhookSecret' })

export const WebhookSecrets = z
  .object({
    secrets: z.array(WebhookSecret).describe('Those that sign, newest first'),
    variable: z.object({ name: z.string(), count: z.int() }).describe('Of the environment of the hub'),
    sandboxSecret: PlainText.nullable().describe('Public; signs in the sandbox unless the variable is set'),
  })
  .meta({ id: 'WebhookSecrets' })

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
    discountMinor: z.int(),
    country: z.string().nullable().describe('Of the buyers; null when unknown, and for all together'),
  })
  .meta({ id: 'SalesRow' })
export type SalesRow = z.infer<typeof SalesRow>

/** Most urgent first. */
export const attentionKinds = [
  'content-rejected',
  'doctor-failing',
  'mail-failing',
  'provider-failing',
  'job-dead',
  'job-failing',
  'game-server-failing',
  'build-worse',
  'order-undelivered',
  'refund-failed',
  'receipt-failed',
  'order-held',
  'dispute-open',
  'game-not-told',
  'ticket-open',
  'content-draft-waits',
  'order-pending-long',
] as const
export type AttentionKind = (typeof attentionKinds)[number]

export const setupSteps = [
  'second-owner',
  'refund-limit',
  'documents',
  'first-game',
  'webhook-secret',
  'backup',
] as const

const FailingJobs = z.object({
  kind: z.string(),
  count: z.int(),
  lastError: TechnicalText,
  oldestAt: Instant,
})

export const DoctorCheck = z
  .object({
    name: z.string().describe('Code of a check, or the name of a login provider'),
    state: z.enum(['ok', 'error']),
    sentence: Sentence.nullable().describe('Null when nothing was determined'),
  })
  .meta({ id: 'DoctorCheck' })
export type DoctorCheck = z.infer<typeof DoctorCheck>

export const HubProblems = z
  .object({
    content: z.array(Sentence).describe('Issues of rejected content, with file and line'),
    doctor: z.array(DoctorCheck).describe('Failed checks of the last run'),
    mail: z.array(FailingJobs).describe('Emails whose last try failed'),
    providers: z.array(z.object({ provider: Provider, since: Instant })),
    jobs: z.array(FailingJobs).describe('Jobs that failed at least three times in a row'),
  })
  .meta({ id: 'HubProblems' })
export type HubProblems = z.infer<typeof HubProblems>

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
        details: z
          .array(z.object({ name: z.string().nullable(), sentence: Sentence }))
          .describe('First entries of the list of content or checks, with the name of the check'),
      }),
    ),
    failedChecks: z.array(z.string()).describe('Kinds that could not be read now'),
    checkedAt: Instant,
    timeZone: z.string(),
    setup: z
      .array(z.object({ name: z.enum(setupSteps), isDone: z.boolean(), href: z.string().nullable() }))
      .describe('Steps of the first day, for operators of all projects; empty once an order was paid'),
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
