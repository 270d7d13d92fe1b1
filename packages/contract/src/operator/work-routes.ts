import * as z from 'zod'
import { ArchiveQuery, KeyScope } from '../builds/build-shapes.ts'
import { currencies } from '../money.ts'
import { paymentProviders } from '../payment-methods.ts'
import { Id, Instant, result } from '../shapes.ts'
import { ticketReasons, ticketStates } from '../tickets.ts'
import { operatorLimits } from './limits.ts'
import { PlainText, TechnicalText } from './personal.ts'
import {
  ById,
  day,
  limit,
  longText,
  PageQuery,
  playerSearchText,
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
  DoctorCheck,
  GameServer,
  GameServerKey,
  Home,
  HomeSales,
  HubProblems,
  OperatorBuild,
  OperatorWebhook,
  page,
  SalesRow,
  SavedReply,
  SearchHit,
  searchKinds,
  TicketActivity,
  TicketDetails,
  TicketRowShape,
  WebhookSecret,
  WebhookSecrets,
} from './shapes.ts'

const done = result(z.literal(true))
const csv = z.string()
const ByProject = z.object({ project })
const version = z.int().min(0)
const tag = z
  .string()
  .trim()
  .min(1)
  .max(operatorLimits.tag)
  .regex(/^\P{Cc}*$/u)
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/)

export const TicketFilter = z.object({
  q: playerSearchText
    .optional()
    .describe("Ticket number, player id or order id; a part of the player's name or email, or words"),
  state: several(z.enum(ticketStates)),
  assignee: z.union([z.literal('me'), z.literal('none'), Id]).optional(),
  tag: tag.optional(),
  project: several(project),
  language: language.optional(),
  reason: z.enum(ticketReasons).optional(),
  olderThanHours: z.coerce.number().int().min(1).max(8760).optional(),
})

const seenMessages = z
  .int()
  .min(0)
  .optional()
  .describe('Messages that the operator has seen; with another, the call is refused')

const replyBody = z.object({
  title: z.string().trim().min(1).max(operatorLimits.replyTitle),
  language,
  text: longText,
})

const ticketColumns = ['number', 'id', 'state', 'updatedAt', 'project', 'reason', 'assignee.name', 'excerpt']
const auditColumns = ['at', 'operator', 'action', 'subject', 'before', 'after', 'reason', 'id']
const serverColumns = [
  'project',
  'deliveries24h',
  'failed24h',
  'p95Ms',
  'waiting',
  'dead',
  'oldestWaitingAt',
  'pausedAt',
]
const webhookColumns = [
  'id',
  'project',
  'type',
  'orderId',
  'state',
  'attempts',
  'createdAt',
  'nextTryAt',
  'lastError',
]
const deliveryColumns = ['at', 'webhookId', 'status', 'error', 'durationMs', 'origin']

export const ticketRoutes = {
  'GET /tickets': route({
    summary: 'Lists tickets: open ones with the oldest first; other states with the newest first',
    permission: 'tickets.read',
    command: [
      {
        name: 'tickets list',
        arguments: { '[all]': 'state' },
        options: { state: 'state' },
        fixed: { state: ['open'] },
        purpose: 'the tickets that wait for an answer, or others',
        columns: ticketColumns,
      },
      { name: 'tickets find', arguments: { text: 'q' }, columns: ticketColumns },
    ],
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
    command: { name: 'tickets show', arguments: { id: 'id' } },
    params: ById,
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'POST /tickets/{id}/answer': route({
    summary: 'Answers the player, on the page and by email, and may close the ticket',
    permission: 'tickets.answer',
    command: {
      name: 'tickets answer',
      arguments: { id: 'id', 'text…': 'text' },
      says: 'The answer is in ticket {id} and will be emailed to the player.',
    },
    isIdempotent: true,
    params: ById,
    body: z.object({ text: longText, close: z.boolean().default(false), seenMessages }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND', 'TICKET_CLOSED', 'TICKET_CHANGED'],
  }),
  'POST /tickets/{id}/notes': route({
    summary: 'Adds a note that is never mailed',
    permission: 'tickets.answer',
    command: {
      name: 'tickets note',
      arguments: { id: 'id', 'text…': 'text' },
      says: 'The note is in ticket {id}; only staff see it.',
    },
    params: ById,
    body: z.object({ text: longText }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'POST /tickets/{id}/close': route({
    summary: 'Closes a ticket and informs the player by email',
    permission: 'tickets.answer',
    command: { name: 'tickets close', arguments: { id: 'id' }, says: 'Ticket {id} is closed.' },
    params: ById,
    body: z.object({ reason: reason.optional(), seenMessages }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND', 'TICKET_CHANGED'],
  }),
  'POST /tickets/{id}/reopen': route({
    summary: 'Opens a closed ticket again; the player gets no email',
    permission: 'tickets.answer',
    command: { name: 'tickets reopen', arguments: { id: 'id' }, says: 'Ticket {id} is open again.' },
    params: ById,
    body: z.object({ reason: reason.optional() }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'GET /tickets/{id}/writing': route({
    summary: 'Colleagues who write an answer now, and the number of messages',
    permission: 'tickets.read',
    command: { none: 'The console asks it while a ticket is open.' },
    params: ById,
    response: result(TicketActivity),
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'PUT /tickets/{id}/assignee': route({
    summary: 'Assigns a ticket, or frees it',
    permission: 'tickets.answer',
    command: {
      name: 'tickets assign',
      arguments: { id: 'id', '[operator]': 'operatorId' },
      says: 'Ticket {id} is [assigned to {assignee.name}|free].',
    },
    params: ById,
    body: z.object({ operatorId: Id.nullable(), version: version.optional() }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND', 'OPERATOR_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  'PUT /tickets/{id}/tags': route({
    summary: "Replaces a ticket's tags",
    permission: 'tickets.answer',
    command: { name: 'tickets tag', arguments: { id: 'id' }, says: 'Ticket {id} has the tags {tags}.' },
    params: ById,
    body: z.object({ tags: z.array(tag).max(operatorLimits.tagsPerTicket), version: version.optional() }),
    response: result(TicketDetails),
    refusals: ['TICKET_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  'PUT /tickets/{id}/draft': route({
    summary: 'Keeps the unsent answer; an empty one is deleted',
    permission: 'tickets.answer',
    command: { none: 'A draft is kept while somebody types in the console.' },
    params: ById,
    body: z.object({ text: z.union([longText, z.literal('')]) }),
    response: done,
    refusals: ['TICKET_NOT_FOUND'],
  }),
  'GET /assignees': route({
    summary: 'Operators who can be assigned a ticket',
    permission: 'tickets.answer',
    command: { name: 'tickets assignees' },
    response: result(z.array(z.object({ id: Id, name: z.string() }))),
  }),
  'GET /replies': route({
    summary: 'Lists saved replies',
    permission: 'tickets.read',
    command: { name: 'replies list' },
    response: result(z.array(SavedReply)),
  }),
  'POST /replies': route({
    summary: 'Saves a reply',
    permission: 'replies.edit',
    command: {
      name: 'replies add',
      arguments: { title: 'title', language: 'language', 'text…': 'text' },
      says: 'Reply {id} is saved.',
    },
    body: replyBody,
    response: result(SavedReply),
    refusals: ['PLACEHOLDER_UNKNOWN'],
  }),
  'PUT /replies/{id}': route({
    summary: 'Changes a saved reply',
    permission: 'replies.edit',
    command: {
      name: 'replies change',
      arguments: { id: 'id', version: 'version', title: 'title', language: 'language', 'text…': 'text' },
      says: 'Reply {id} is changed.',
    },
    params: ById,
    body: replyBody.extend({ version }),
    response: result(SavedReply),
    refusals: ['REPLY_NOT_FOUND', 'EDIT_CONFLICT', 'PLACEHOLDER_UNKNOWN'],
  }),
  'DELETE /replies/{id}': route({
    summary: 'Deletes a saved reply',
    permission: 'replies.edit',
    command: { name: 'replies delete', arguments: { id: 'id' }, says: 'Reply {id} is deleted.' },
    params: ById,
    response: done,
    refusals: ['REPLY_NOT_FOUND'],
  }),
} as const

export const gameServerRoutes = {
  'GET /game-servers': route({
    summary: 'Delivery rate, waiting and dead webhooks of each project',
    permission: 'webhooks.read',
    command: { name: 'webhooks overview', columns: serverColumns },
    response: result(z.array(GameServer)),
  }),
  'GET /game-servers/{project}/webhooks': route({
    summary: 'Lists webhooks, newest first',
    permission: 'webhooks.read',
    command: { name: 'webhooks list', arguments: { project: 'project' }, columns: webhookColumns },
    params: ByProject,
    query: z.object({ state: several(z.enum(['waiting', 'delivered', 'dead'])), ...PageQuery.shape }),
    response: page(OperatorWebhook),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /game-servers/{project}/deliveries': route({
    summary: 'Lists deliveries of the last 30 days, newest first',
    permission: 'webhooks.read',
    command: {
      name: 'webhooks deliveries',
      arguments: { project: 'project' },
      options: { failed: 'outcome=failed', outcome: 'outcome' },
      columns: deliveryColumns,
    },
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
  'GET /webhooks': route({
    summary: 'Lists the webhooks of all projects that wait, failing ones first, or are dead, newest first',
    permission: 'webhooks.read',
    command: [
      {
        name: 'webhooks waiting',
        fixed: { state: 'waiting' },
        purpose: 'the webhooks that wait or fail now',
        columns: webhookColumns,
      },
      {
        name: 'webhooks dead',
        fixed: { state: 'dead' },
        purpose: 'the webhooks whose retries are exhausted',
        columns: webhookColumns,
      },
    ],
    query: z.object({
      state: z.enum(['waiting', 'dead']).default('waiting'),
      project: several(project),
      limit,
    }),
    response: result(z.array(OperatorWebhook)),
  }),
  'GET /webhooks/{id}': route({
    summary: 'A webhook with its body and deliveries',
    permission: 'webhooks.payload',
    command: { name: 'webhooks show', arguments: { id: 'id' } },
    params: ById,
    response: result(OperatorWebhook.extend({ body: TechnicalText, deliveries: z.array(Delivery) })),
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
  'POST /webhooks/{id}/resend': route({
    summary: 'Sends a webhook again with the same id',
    permission: 'webhooks.resend',
    command: {
      name: 'webhooks resend',
      arguments: { id: 'id' },
      needs: [],
      says: 'Webhook {id} will be sent again, after the older ones of the same player.',
    },
    isIdempotent: true,
    params: ById,
    body: WithReason,
    response: result(OperatorWebhook),
    refusals: ['WEBHOOK_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/resend': route({
    summary: 'Sends all undelivered webhooks again; a dry run only counts them',
    permission: 'webhooks.resend',
    command: { name: 'webhooks resend-all', arguments: { project: 'project' } },
    params: ByProject,
    body: z.object({ dryRun: z.boolean(), reason: reason.optional() }),
    response: result(z.object({ waiting: z.int(), dead: z.int(), oldestAt: Instant.nullable() })),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/test': route({
    summary: 'Sends a test webhook and shows the response',
    permission: 'webhooks.resend',
    command: {
      name: 'webhooks ping',
      arguments: { project: 'project' },
      succeeds: 'isDelivered',
      says: 'The game server of {project} accepts webhooks.',
      saysElse: 'Not accepted: {error}',
    },
    params: ByProject,
    response: result(
      z.object({ isDelivered: z.boolean(), status: z.int().nullable(), error: TechnicalText.nullable() }),
    ),
    refusals: ['PROJECT_NOT_FOUND', 'WEBHOOKS_NOT_SET_UP'],
  }),
  'POST /game-servers/{project}/pause': route({
    summary: 'Queues webhooks instead of sending them',
    permission: 'webhooks.pause',
    command: {
      name: 'webhooks pause',
      arguments: { project: 'project' },
      says: 'Webhooks of {project} are queued until "webhooks resume".',
      saysElse: '{project} is paused already.',
    },
    params: ByProject,
    body: WithReason,
    response: result(z.boolean().describe('False when nothing changed')),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/resume': route({
    summary: 'Sends what was queued',
    permission: 'webhooks.pause',
    command: {
      name: 'webhooks resume',
      arguments: { project: 'project' },
      says: 'The queued webhooks of {project} are sent.',
      saysElse: '{project} is not paused.',
    },
    params: ByProject,
    body: WithReason,
    response: result(z.boolean().describe('False when nothing changed')),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /game-servers/{project}/keys': route({
    summary: "Lists a project's keys",
    permission: 'webhooks.read',
    command: { name: 'keys list', arguments: { project: 'project' } },
    params: ByProject,
    response: result(z.array(GameServerKey)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/keys': route({
    summary: 'Creates a key, which is shown once',
    permission: 'keys.manage',
    command: {
      name: 'keys create',
      arguments: { project: 'project' },
      options: { name: 'name', expires: 'expiresAt' },
      fixed: { name: 'created by an operator' },
      needs: [],
      says: 'The key of {project}, which is shown only once:\n  {key}\nIt is valid at once[ and expires {details.expiresAt}]. To revoke it: npm run hub -- keys revoke {details.id}',
    },
    needsReauthentication: true,
    params: ByProject,
    body: z.object({
      name: z.string().trim().min(1).max(operatorLimits.keyName),
      expiresAt: Instant.nullable(),
      scope: KeyScope.default('server'),
      reason,
    }),
    response: result(z.object({ key: PlainText, details: GameServerKey })),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /game-servers/{project}/secrets': route({
    summary: "Lists the secrets that sign a project's webhooks, without the secrets themselves",
    permission: 'webhooks.read',
    command: { name: 'secrets list', arguments: { project: 'project' } },
    params: ByProject,
    response: result(WebhookSecrets),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/secrets': route({
    summary: 'Creates a secret, which is shown once; the previous one signs, too, for some days',
    permission: 'keys.manage',
    command: {
      name: 'secrets create',
      arguments: { project: 'project' },
      options: { overlap: 'overlapDays' },
      fixed: { overlapDays: 7 },
      needs: [],
      says: "The secret of {project}'s webhooks, which is shown only once:\n  {secret}\nEvery hub signs with it from now on, without a restart. The previous secret, if there is one, signs for {overlapDays} more days.",
    },
    needsReauthentication: true,
    params: ByProject,
    body: z.object({ overlapDays: z.int().min(0).max(30), reason }),
    response: result(z.object({ secret: PlainText, details: WebhookSecret })),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'GET /game-servers/{project}/builds': route({
    summary: 'Lists uploaded versions of the game with their errors, newest first',
    permission: 'builds.read',
    command: { name: 'games versions', arguments: { project: 'project' } },
    params: ByProject,
    response: result(z.array(BuildWithErrors)),
    refusals: ['PROJECT_NOT_FOUND'],
  }),
  'POST /game-servers/{project}/builds/archive': route({
    summary: 'Publishes a zip archive, which is the body',
    permission: 'builds.publish',
    command: { none: 'The command games publish takes a folder, too.' },
    params: ByProject,
    query: ArchiveQuery,
    response: result(OperatorBuild),
    refusals: ['PROJECT_NOT_FOUND', 'GAMES_NOT_HOSTED', 'BUILD_REFUSED'],
  }),
  'POST /game-servers/{project}/builds/{id}/activate': route({
    summary: 'Gives players this version, at once',
    permission: 'builds.publish',
    command: {
      name: 'games activate',
      arguments: { project: 'project', number: 'id' },
      needs: [],
      says: 'Players of {project} get build {number} now.',
    },
    params: z.object({ project, id: Id }),
    body: WithReason,
    response: result(OperatorBuild),
    refusals: ['PROJECT_NOT_FOUND', 'BUILD_NOT_FOUND', 'BUILD_NOT_READY'],
  }),
  'POST /game-servers/{project}/builds/{id}/remove': route({
    summary: 'Deletes a version that players do not get',
    permission: 'builds.publish',
    command: {
      name: 'games remove',
      arguments: { project: 'project', number: 'id' },
      needs: [],
      says: 'The build is removed. Its files are deleted within two hours.',
    },
    params: z.object({ project, id: Id }),
    body: WithReason,
    response: done,
    refusals: ['PROJECT_NOT_FOUND', 'BUILD_NOT_FOUND', 'BUILD_IS_CURRENT'],
  }),
  'POST /game-servers/{project}/builds/rollback': route({
    summary: 'Gives players the version that they had before',
    permission: 'builds.publish',
    command: {
      name: 'games rollback',
      arguments: { project: 'project' },
      needs: [],
      says: 'Players of {project} get build {number} again.',
    },
    params: ByProject,
    body: WithReason,
    response: result(OperatorBuild),
    refusals: ['PROJECT_NOT_FOUND', 'BUILD_NO_PREVIOUS'],
  }),
  'POST /secrets/{id}/revoke': route({
    summary: 'Ends a webhook secret at once',
    permission: 'keys.manage',
    command: {
      name: 'secrets revoke',
      arguments: { id: 'id' },
      needs: [],
      says: 'Secret {id} no longer signs.',
    },
    needsReauthentication: true,
    params: z.object({ id: z.string().min(1).max(64) }),
    body: WithReason,
    response: done,
    refusals: ['SECRET_NOT_FOUND'],
  }),
  'POST /keys/{id}/revoke': route({
    summary: 'Revokes a key at once',
    permission: 'keys.manage',
    command: { name: 'keys revoke', arguments: { id: 'id' }, needs: [], says: 'Key {id} is revoked.' },
    needsReauthentication: true,
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
  countries: z.stringbool().default(false).describe('One row for each country of buyers'),
})

export const overviewRoutes = {
  'GET /openapi.json': route({
    summary: 'The OpenAPI document of these calls',
    permission: 'self',
    response: z.record(z.string(), z.unknown()),
  }),
  'GET /home': route({
    summary: 'What needs a person now',
    permission: 'home.read',
    command: {
      none: 'It says what the running hub knows of its providers; doctor checks them from a shell.',
    },
    response: result(Home),
  }),
  'GET /home/sales': route({
    summary: 'Sales of today, yesterday and 30 days',
    permission: 'home.read',
    command: { none: 'The command sales sums any days.' },
    response: result(HomeSales),
  }),
  'GET /search': route({
    summary: 'Finds players, orders, tickets, receipts, webhooks, refunds and disputes by one text',
    permission: 'search.use',
    command: {
      name: 'search',
      arguments: { text: 'q' },
      shows: 'hits',
      columns: ['kind', 'id', 'title', 'subtitle'],
    },
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
    command: { none: 'The command sales knows time zones, items and CSV for accounting.' },
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
    command: { name: 'jobs' },
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
    permission: 'jobs.manage',
    command: { name: 'jobs retry', arguments: { id: 'id' }, needs: [], says: 'Job {id} will run again.' },
    params: ById,
    body: WithReason,
    response: done,
    refusals: ['JOB_NOT_FOUND'],
  }),
  'POST /operations/jobs/{id}/dismiss': route({
    summary: 'Removes a dead job whose work is no longer wanted',
    permission: 'jobs.manage',
    command: { name: 'jobs dismiss', arguments: { id: 'id' }, says: 'Job {id} is gone and will never run.' },
    params: ById,
    body: WithReason,
    response: done,
    refusals: ['JOB_NOT_FOUND'],
  }),
  'POST /operations/doctor': route({
    summary: 'Checks database, content, mail, providers, public URL, clock and disk',
    permission: 'operations.read',
    command: { none: 'The command doctor also runs while the hub is stopped.' },
    response: result(z.object({ checkedAt: Instant, checks: z.array(DoctorCheck) })),
  }),
  'GET /operations/problems': route({
    summary: 'Lists what is wrong with the hub itself; home counts it',
    permission: 'operations.read',
    command: { none: 'Only the running hub knows it; doctor and jobs look from a shell.' },
    response: result(HubProblems),
  }),
  'GET /operations/versions': route({
    summary: 'The running hubs with their version and content',
    permission: 'operations.read',
    command: { name: 'hubs' },
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
    command: { name: 'audit', options: { before: 'cursor' }, columns: auditColumns },
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
