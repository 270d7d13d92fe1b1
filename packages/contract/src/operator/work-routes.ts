import * as z from 'zod'
import { ArchiveQuery, KeyScope } from '../builds/build-shapes.ts'
import { currencies } from '../money.ts'
import { paymentProviders } from '../payment-methods.ts'
import { Id, Instant, result } from '../shapes.ts'
import { ticketReasons, ticketStates } from '../tickets.ts'
import { PlainText, TechnicalText } from './personal.ts'
import {
  ById,
  day,
  longText,
  PageQuery,
  project,
  reason,
  route,
  searchText,
  several,
  WithReason,
} from './route.ts'
import {
  AuditEntry,
  BuildWithErrors,
  Delivery,
  GameServer,
  GameServerKey,
  Home,
  HomeSales,
  OperatorBuild,
  OperatorWebhook,
  page,
  SalesRow,
  SavedReply,
  SearchHit,
  searchKinds,
  TicketDetails,
  TicketRowShape,
} from './shapes.ts'

const done = result(z.literal(true))
const csv = z.string()
const ByProject = z.object({ project })
const version = z.int().min(0)
const tag = z
  .string()
  .trim()
  .min(1)
  .max(32)
  .regex(/^\P{Cc}*$/u)
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)

export const TicketFilter = z.object({
  q: searchText.optional().describe('Ticket number, player id or order id'),
  state: several(z.enum(ticketStates)),
  assignee: z.union([z.literal('me'), z.literal('none'), Id]).optional(),
  tag: tag.optional(),
  project: several(project),
  language: language.optional(),
  reason: z.enum(ticketReasons).optional(),
  olderThanHours: z.coerce.number().int().min(1).max(8760).optional(),
})

const replyBody = z.object({ title: z.string().trim().min(1).max(80), language, text: longText })

export const ticketRoutes = {
  'GET /tickets': route({
    summary: 'Lists tickets: open ones with the oldest first; other states with the newest first',
    permission: 'tickets.read',
    query: TicketFilter.extend(PageQuery.shape),
    response: page(TicketRowShape),
  }),
  'GET /tickets/export': route({
    summary: 'The same list as CSV',
    permission: 'lists.export',
    isExport: true,
    query: TicketFilter,
    response: csv,
  }),
  'GET /tickets/{id}': route({
    summary: 'A ticket with messages, notes and the own draft',
    permission: 'tickets.read',
    params: ById,
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'POST /tickets/{id}/answer': route({
    summary: 'Answers the player, on the page and by email, and may close the ticket',
    permission: 'tickets.answer',
    isIdempotent: true,
    params: ById,
    body: z.object({ text: longText, close: z.boolean().default(false) }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND', 'TICKET_CLOSED'],
  }),
  'POST /tickets/{id}/notes': route({
    summary: 'Adds a note that is never mailed',
    permission: 'tickets.answer',
    params: ById,
    body: z.object({ text: longText }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'POST /tickets/{id}/close': route({
    summary: 'Closes a ticket and informs the player by email',
    permission: 'tickets.answer',
    params: ById,
    body: z.object({ reason: reason.optional() }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'PUT /tickets/{id}/assignee': route({
    summary: 'Assigns a ticket, or frees it',
    permission: 'tickets.answer',
    params: ById,
    body: z.object({ operatorId: Id.nullable(), version }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND', 'OPERATOR_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  'PUT /tickets/{id}/tags': route({
    summary: "Replaces a ticket's tags",
    permission: 'tickets.answer',
    params: ById,
    body: z.object({ tags: z.array(tag).max(10), version }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  'PUT /tickets/{id}/draft': route({
    summary: 'Keeps the unsent answer; an empty one is deleted',
    permission: 'tickets.answer',
    params: ById,
    body: z.object({ text: z.union([longText, z.literal('')]) }),
    response: done,
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'GET /assignees': route({
    summary: 'Operators who can be assigned a ticket',
    permission: 'tickets.answer',
    response: result(z.array(z.object({ id: Id, name: z.string() }))),
  }),
  'GET /replies': route({
    summary: 'Lists saved replies',
    permission: 'tickets.read',
    response: result(z.array(SavedReply)),
  }),
  'POST /replies': route({
    summary: 'Saves a reply',
    permission: 'replies.edit',
    body: replyBody,
    response: result(SavedReply),
  }),
  'PUT /replies/{id}': route({
    summary: 'Changes a saved reply',
    permission: 'replies.edit',
    params: ById,
    body: replyBody.extend({ version }),
    response: result(SavedReply),
    refusals: ['REPLY_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  'DELETE /replies/{id}': route({
    summary: 'Deletes a saved reply',
    permission: 'replies.edit',
    params: ById,
    response: done,
    refusals: ['REPLY_NOT_FOUND'],
  }),
} as const

export const gameServerRoutes = {
  'GET /game-servers': route({
    summary: 'Delivery rate, waiting and dead webhooks of each project',
    permission: 'webhooks.read',
    response: result(z.array(GameServer)),
  }),
  'GET /game-servers/{project}/webhooks': route({
    summary: 'Lists webhooks, newest first',
    permission: 'webhooks.read',
    params: ByProject,
    query: z.object({ state: several(z.enum(['waiting', 'delivered', 'dead'])), ...PageQuery.shape }),
    response: page(OperatorWebhook),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /game-servers/{project}/deliveries': route({
    summary: 'Lists deliveries of the last 30 days, newest first',
    permission: 'webhooks.read',
    params: ByProject,
    query: z.object({
      outcome: z.enum(['delivered', 'failed']).optional(),
      from: day.optional(),
      to: day.optional(),
      ...PageQuery.shape,
    }),
    response: page(Delivery),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /webhooks/{id}': route({
    summary: 'A webhook with its body and deliveries',
    permission: 'webhooks.payload',
    params: ById,
    response: result(OperatorWebhook.extend({ body: TechnicalText, deliveries: z.array(Delivery) })),
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
  'POST /webhooks/{id}/resend': route({
    summary: 'Sends a webhook again with the same id',
    permission: 'webhooks.resend',
    isIdempotent: true,
    params: ById,
    body: WithReason,
    response: result(OperatorWebhook),
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/resend': route({
    summary: 'Sends all undelivered webhooks again; a dry run only counts them',
    permission: 'webhooks.resend',
    params: ByProject,
    body: z.object({ dryRun: z.boolean(), reason: reason.optional() }),
    response: result(z.object({ waiting: z.int(), dead: z.int(), oldestAt: Instant.nullable() })),
    refusals: ['PROJECT_NOT_FOUND', 'WEBHOOKS_NOT_SET_UP'],
  }),
  'POST /game-servers/{project}/test': route({
    summary: 'Sends a test webhook and shows the response',
    permission: 'webhooks.resend',
    params: ByProject,
    response: result(
      z.object({ isDelivered: z.boolean(), status: z.int().nullable(), error: TechnicalText.nullable() }),
    ),
    refusals: ['PROJECT_NOT_FOUND', 'WEBHOOKS_NOT_SET_UP'],
  }),
  'POST /game-servers/{project}/pause': route({
    summary: 'Queues webhooks instead of sending them',
    permission: 'webhooks.pause',
    params: ByProject,
    body: WithReason,
    response: done,
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/resume': route({
    summary: 'Sends what was queued',
    permission: 'webhooks.pause',
    params: ByProject,
    body: WithReason,
    response: done,
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /game-servers/{project}/keys': route({
    summary: "Lists a project's keys",
    permission: 'webhooks.read',
    params: ByProject,
    response: result(z.array(GameServerKey)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/keys': route({
    summary: 'Creates a key, which is shown once',
    permission: 'keys.manage',
    needsProof: true,
    params: ByProject,
    body: z.object({
      name: z.string().trim().min(1).max(60),
      expiresAt: Instant.nullable(),
      scope: KeyScope.default('server'),
      reason,
    }),
    response: result(z.object({ key: PlainText, details: GameServerKey })),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /game-servers/{project}/builds': route({
    summary: 'Lists uploaded versions of the game with their errors, newest first',
    permission: 'builds.read',
    params: ByProject,
    response: result(z.array(BuildWithErrors)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/builds/archive': route({
    summary: 'Publishes a zip archive, which is the body',
    permission: 'builds.publish',
    params: ByProject,
    query: ArchiveQuery,
    response: result(OperatorBuild),
    refusals: ['PROJECT_NOT_FOUND', 'GAMES_NOT_HOSTED', 'BUILD_REFUSED'],
  }),
  'POST /game-servers/{project}/builds/{id}/activate': route({
    summary: 'Gives players this version, at once',
    permission: 'builds.publish',
    params: z.object({ project, id: Id }),
    body: WithReason,
    response: result(OperatorBuild),
    refusals: ['PROJECT_NOT_FOUND', 'BUILD_NOT_FOUND', 'BUILD_NOT_READY'],
  }),
  'POST /game-servers/{project}/builds/rollback': route({
    summary: 'Gives players the version that they had before',
    permission: 'builds.publish',
    params: ByProject,
    body: WithReason,
    response: result(OperatorBuild),
    refusals: ['PROJECT_NOT_FOUND', 'BUILD_NO_PREVIOUS'],
  }),
  'POST /keys/{id}/revoke': route({
    summary: 'Revokes a key at once',
    permission: 'keys.manage',
    needsProof: true,
    params: z.object({ id: z.string().min(1).max(64) }),
    body: WithReason,
    response: done,
    refusals: ['KEY_NOT_FOUND'],
  }),
} as const

export const SalesFilter = z.object({
  from: day,
  to: day.describe('Included'),
  by: z.enum(['day', 'month']).default('day'),
  project: several(project),
  provider: several(z.enum(paymentProviders)),
  currency: z.enum(currencies).optional(),
  items: z.stringbool().default(false).describe('One row for each item'),
})

export const overviewRoutes = {
  'GET /openapi.json': route({
    summary: 'The OpenAPI document of these calls',
    permission: 'self',
    response: z.record(z.string(), z.unknown()),
  }),
  'GET /home': route({ summary: 'What needs a person now', permission: 'home.read', response: result(Home) }),
  'GET /home/sales': route({
    summary: 'Sales of today, yesterday and 30 days',
    permission: 'home.read',
    response: result(HomeSales),
  }),
  'GET /search': route({
    summary: 'Finds players, orders, tickets, receipts, webhooks, refunds and disputes by one text',
    permission: 'search.use',
    query: z.object({ q: searchText }),
    response: result(
      z.object({
        hits: z.array(SearchHit),
        hiddenKinds: z.array(z.enum(searchKinds)).describe('Kinds that the role may not see'),
      }),
    ),
  }),
  'GET /finance/sales': route({
    summary: 'Sales, refunds and lost disputes by day or month; currencies are never added',
    permission: 'finance.read',
    query: SalesFilter,
    response: result(z.object({ timeZone: z.string(), rows: z.array(SalesRow) })),
  }),
  'GET /finance/sales/export': route({
    summary: 'The same rows as CSV',
    permission: 'lists.export',
    isExport: true,
    query: SalesFilter,
    response: csv,
  }),
  'GET /finance/documents/export': route({
    summary: 'A month as CSV, one line for each receipt, refund and lost dispute',
    permission: 'lists.export',
    isExport: true,
    query: SalesFilter.pick({ project: true, provider: true, currency: true }).extend({
      month: z.string().regex(/^\d{4}-\d{2}$/),
    }),
    response: csv,
  }),
  'GET /operations/jobs': route({
    summary: 'Counts jobs and lists dead ones',
    permission: 'operations.read',
    response: result(
      z.object({
        counts: z.array(z.object({ state: z.string(), count: z.int() })),
        dead: z.array(
          z.object({
            id: Id,
            kind: z.string(),
            attempts: z.int(),
            error: TechnicalText.nullable(),
            createdAt: Instant,
          }),
        ),
      }),
    ),
  }),
  'POST /operations/jobs/{id}/retry': route({
    summary: 'Runs a dead job again',
    permission: 'jobs.retry',
    params: ById,
    body: WithReason,
    response: done,
    refusals: ['JOB_NOT_FOUND'],
  }),
  'POST /operations/doctor': route({
    summary: 'Checks database, content, mail, providers, public URL, clock and disk',
    permission: 'operations.read',
    response: result(
      z.object({
        checkedAt: Instant,
        checks: z.array(
          z.object({ name: z.string(), state: z.enum(['ok', 'warning', 'error']), says: TechnicalText }),
        ),
      }),
    ),
  }),
  'GET /operations/versions': route({
    summary: 'The running hubs with their version and content',
    permission: 'operations.read',
    response: result(
      z.array(
        z.object({
          id: PlainText,
          version: PlainText,
          contentVersion: PlainText.nullable(),
          rejectedContent: PlainText.nullable(),
          startedAt: Instant.nullable(),
          seenAt: Instant,
        }),
      ),
    ),
  }),
} as const

export const AuditQuery = z.object({
  operator: searchText.optional(),
  action: searchText.optional(),
  subject: searchText.optional(),
  player: Id.optional(),
  order: Id.optional(),
  project: several(project),
  outcome: z.enum(['done', 'refused']).optional(),
  from: day.optional(),
  to: day.optional(),
})

export const auditRoutes = {
  'GET /audit': route({
    summary: 'Who did what, newest first',
    permission: 'audit.read',
    query: AuditQuery.extend(PageQuery.shape),
    response: page(AuditEntry),
  }),
  'GET /audit/export': route({
    summary: 'The same list as CSV',
    permission: 'audit.read',
    isExport: true,
    query: AuditQuery,
    response: csv,
  }),
} as const
