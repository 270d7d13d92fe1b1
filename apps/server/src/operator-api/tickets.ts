import { listPermittedProjects, type OperatorTicket, type TicketFilter } from '@playhub/contract/operator'
import type * as z from 'zod'
import type { Catalogue } from '../catalogue/index.ts'
import { listOperators } from '../operators/management/list-operators.ts'
import { type Clock, HOUR_MS } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { Refusal } from '../platform/refusal.ts'
import type { Support } from '../support/index.ts'
import { listAttachments } from '../support/mail-in/mail-store.ts'
import { closeTicket, reopenTicket, replyAsSupport } from '../support/operator/operator-tickets.ts'
import { getPlaceholders } from '../support/operator/reply-placeholders.ts'
import { addReply, changeReply, deleteReply, listReplies } from '../support/operator/saved-replies.ts'
import { listTickets, type TicketQueueFilter } from '../support/operator/ticket-queue.ts'
import {
  addTicketNote,
  assignTicket,
  expectTicketIn,
  keepDraft,
  readActivity,
  readTicketForOperator,
  tagTicket,
} from '../support/operator/ticket-work.ts'
import { TicketExportRow } from './exports/rows.ts'
import type { OperatorApi, OperatorCall } from './frame/operator-api.ts'
import { limitProjects, readPages, toPage, toProjects } from './frame/scope.ts'
import { createTicketRows } from './ticket-rows.ts'

type Deps = {
  db: Db
  clock: Clock
  jobs: Jobs
  catalogue: Pick<Catalogue, 'project'>
  support: Pick<Support, 'attachmentLinks'>
}

const exportedPerPage = 500

export function registerTicketRoutes(api: OperatorApi, deps: Deps): void {
  registerLists(api, deps)
  registerAnswers(api, deps)
  registerEdits(api, deps)
  registerReplies(api, deps)
}

type ListCall = Pick<OperatorCall<'GET /tickets'>, 'scope' | 'login' | 'can'> & {
  query: z.output<typeof TicketFilter>
}

function registerLists(api: OperatorApi, deps: Deps): void {
  const { db, clock } = deps
  const ticketRows = createTicketRows(db)
  const toFilter = ({ query, scope, login, can }: ListCall): TicketQueueFilter => {
    const projects = toProjects(scope)
    const { q, state, assignee, tag, project, language, reason, olderThanHours } = query
    return {
      ...{ q, states: state, tag, reason, language, projects: limitProjects(scope, project) },
      findsText:
        projects === undefined ? can('personal', null) : projects.every((each) => can('personal', each)),
      assigneeId: assignee === 'none' ? null : assignee === 'me' ? login.operator.id : assignee,
      updatedBefore: olderThanHours === undefined ? undefined : clock.now() - olderThanHours * HOUR_MS,
    }
  }
  const read = async (filter: TicketQueueFilter, page: { limit: number; cursor?: string | undefined }) => {
    const { rows, ...rest } = await listTickets(db, filter, page)
    return { rows: await ticketRows(rows), ...rest }
  }
  api.handle('GET /tickets', async (call) => toPage(await read(toFilter(call), call.query)))
  api.export('GET /tickets/export', TicketExportRow, async function* (call) {
    const filter = toFilter(call)
    const rows = readPages((cursor) => read(filter, { limit: exportedPerPage, cursor }))
    for await (const { assignee, tags, ...row } of rows)
      yield { ...row, assignee: assignee?.name ?? null, tags: tags.join(', ') }
  })
  api.handle('GET /tickets/{id}', async (call) => respond(deps, call))
  api.handle('GET /tickets/{id}/writing', async (call) => {
    const { id, state } = await expectTicket(db, call)
    const { writers, messages } = await readActivity(deps, id, call.login.operator.id)
    const operators = writers.length === 0 ? [] : await listOperators(db)
    const writing = operators.filter((operator) => writers.includes(operator.id))
    return { data: { result: { writing: writing.map(({ id, name }) => ({ id, name })), state, messages } } }
  })
}

type TicketCall = Pick<OperatorCall<'GET /tickets/{id}'>, 'params' | 'scope' | 'login' | 'can'>

/** @throws Refusal TICKET_NOT_FOUND */
async function respond(
  { db, clock, catalogue, support }: Deps,
  { params, scope, login, can }: TicketCall,
): Promise<{ data: { result: OperatorTicket } }> {
  const seen = { projects: toProjects(scope), operatorId: login.operator.id }
  const ticket = await readTicketForOperator(db, params.id, seen)
  const [row] = await createTicketRows(db)([ticket])
  if (!row) throw new Refusal('TICKET_NOT_FOUND')
  const { email, version, draft, draftAt, messages, notes } = ticket
  const attachments = Map.groupBy(
    await listAttachments(
      db,
      messages.map(({ id }) => id),
    ),
    ({ messageId }) => messageId,
  )
  const mayOpen = can('personal', ticket.project)
  const toUrl = (id: string) => (mayOpen ? support.attachmentLinks.toUrl(id, clock.now()) : null)
  return {
    data: {
      result: {
        ...row,
        ...{ email, version, draft, draftAt },
        messages: messages.map(({ ticketId: _, operatorId: __, omittedAttachments, ...message }) => ({
          ...message,
          omittedAttachments: omittedAttachments ?? 0,
          attachments: (attachments.get(message.id) ?? []).map(({ messageId: ___, ...attachment }) => ({
            ...attachment,
            url: toUrl(attachment.id),
          })),
        })),
        notes: notes.map(({ id, operator, text, createdAt }) => ({ id, operator, text, createdAt })),
        placeholders: getPlaceholders(catalogue, ticket, row.playerName),
      },
    },
  }
}

function registerAnswers(api: OperatorApi, deps: Deps): void {
  const { db } = deps
  api.handle('POST /tickets/{id}/answer', async (call) => {
    const { id } = await expectTicket(db, call)
    const { text, ...how } = call.body
    await replyAsSupport(deps, id, text, { ...call.operation, ...how })
    return respond(deps, call)
  })
  api.handle('POST /tickets/{id}/notes', async (call) => {
    const { id } = await expectTicket(db, call)
    await addTicketNote(deps, id, call.body.text, call.operation)
    return respond(deps, call)
  })
  api.handle('POST /tickets/{id}/close', async (call) => {
    const { id } = await expectTicket(db, call)
    const { seenMessages } = call.body
    await closeTicket(deps, id, { ...call.operation, seenMessages })
    return respond(deps, call)
  })
  api.handle('POST /tickets/{id}/reopen', async (call) => {
    const { id } = await expectTicket(db, call)
    await reopenTicket(deps, id, call.operation)
    return respond(deps, call)
  })
}

const expectTicket = (db: Db, { params, scope }: Pick<TicketCall, 'params' | 'scope'>) =>
  expectTicketIn(db, params.id, toProjects(scope))

function registerEdits(api: OperatorApi, deps: Deps): void {
  const { db } = deps
  api.handle('PUT /tickets/{id}/assignee', async (call) => {
    const { id, project } = await expectTicket(db, call)
    const { operatorId, version } = call.body
    if (operatorId !== null) await expectAssignee(db, operatorId, project)
    await assignTicket(deps, id, operatorId, { ...call.operation, version })
    return respond(deps, call)
  })
  api.handle('PUT /tickets/{id}/tags', async (call) => {
    const { id } = await expectTicket(db, call)
    await tagTicket(deps, id, call.body.tags, { ...call.operation, version: call.body.version })
    return respond(deps, call)
  })
  api.handle('PUT /tickets/{id}/draft', async (call) => {
    const { id } = await expectTicket(db, call)
    await keepDraft(deps, { ticketId: id, operatorId: call.login.operator.id, text: call.body.text })
    return { data: { result: true as const } }
  })
  api.handle('GET /assignees', async () => ({
    data: { result: (await listAssignees(db)).map(({ id, name }) => ({ id, name })) },
  }))
}

async function listAssignees(db: Db) {
  const operators = await listOperators(db)
  return operators.filter(
    ({ state, grants }) => state === 'active' && listPermittedProjects(grants, 'tickets.answer').length > 0,
  )
}

/** @throws Refusal OPERATOR_NOT_FOUND for one who cannot answer the ticket */
async function expectAssignee(db: Db, operatorId: string, project: string | null): Promise<void> {
  const assignee = (await listAssignees(db)).find(({ id }) => id === operatorId)
  const permitted = assignee ? listPermittedProjects(assignee.grants, 'tickets.answer') : []
  if (permitted !== '*' && !permitted.includes(project ?? '')) throw new Refusal('OPERATOR_NOT_FOUND')
}

function registerReplies(api: OperatorApi, deps: Deps): void {
  api.handle('GET /replies', async () => ({ data: { result: (await listReplies(deps.db)).map(toReply) } }))
  api.handle('POST /replies', async ({ body, operation }) => ({
    data: { result: toReply(await addReply(deps, body, operation)) },
  }))
  api.handle('PUT /replies/{id}', async ({ params, body, operation }) => ({
    data: { result: toReply(await changeReply(deps, params.id, body, operation)) },
  }))
  api.handle('DELETE /replies/{id}', async ({ params, operation }) => {
    await deleteReply(deps, params.id, operation)
    return { data: { result: true as const } }
  })
}

type Reply = Awaited<ReturnType<typeof addReply>>

const toReply = ({ id, title, language, text, version }: Reply) => ({ id, title, language, text, version })
