import {
  type OperatorOrderRow,
  type PlayerDetails,
  type PlayerFilter,
  PlayerRow,
} from '@playhub/contract/operator'
import type * as z from 'zod'
import { addNote, deleteNote, listNotes } from '../accounts/operator/notes.ts'
import { isPlayerIn, listPlayers, type PlayerListFilter } from '../accounts/operator/player-list.ts'
import {
  banPlayer,
  deletePlayer,
  endLoginSessions,
  exportPlayer,
  readPlayer,
  removeTwoFactor,
  unbanPlayer,
  undoDeletion,
} from '../accounts/operator/players.ts'
import { listPlayerCards, listPlayerPurchases, sumSpent } from '../payments/operator/player-payments.ts'
import { listOperationPage } from '../platform/audit-log.ts'
import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { Refusal } from '../platform/refusal.ts'
import { listPlayerSaves, readSaveValue } from '../saves/operator/player-saves.ts'
import { restoreSave } from '../saves/operator/restore.ts'
import { listTickets } from '../support/operator/ticket-queue.ts'
import { nameEntries } from './audit/name-entries.ts'
import type { OperatorApi, OperatorCall, Scope } from './frame/operator-api.ts'
import { limitProjects, mapRows, readPages, toPage, toProjects, toRange } from './frame/scope.ts'
import { createTicketRows } from './ticket-rows.ts'

export type PlayersDeps = {
  db: Db
  clock: Clock
  jobs: Jobs
  personalRecords: Parameters<typeof exportPlayer>[0]['personalRecords']
  getTimeZone: () => string
  /** Imports the capability when it is used, so commands start without it. */
  loadLeaderboards: () => Promise<typeof import('../leaderboards/index.ts')>
  /** A player's orders, newest first. */
  listPlayerOrders(
    query: { playerId: string; projects: string[] | undefined; language: 'ru' | 'en' },
    page: { limit: number; cursor?: string | undefined },
  ): Promise<{ rows: OperatorOrderRow[]; nextCursor: string | null; scannedTo?: number | null }>
}

const exportedPerPage = 500

export function registerPlayerRoutes(api: OperatorApi, deps: PlayersDeps): void {
  registerLists(api, deps)
  registerHistory(api, deps)
  registerSaves(api, deps)
  registerNotes(api, deps)
  registerChanges(api, deps)
  registerDeletion(api, deps)
}

type ListCall = Pick<OperatorCall<'GET /players'>, 'scope' | 'can'> & { query: z.output<typeof PlayerFilter> }

function registerLists(api: OperatorApi, { db, clock, getTimeZone }: PlayersDeps): void {
  const toFilter = ({ query, scope, can }: ListCall): PlayerListFilter => {
    const { q, state, createdFrom, createdTo } = query
    const { from, until } = toRange({ from: createdFrom, to: createdTo }, getTimeZone)
    const projects = toProjects(scope)
    const findsParts =
      projects === undefined ? can('personal', null) : projects.every((each) => can('personal', each))
    return { q, state, createdFrom: from, createdUntil: until, projects, findsParts }
  }
  const read = (filter: PlayerListFilter, limit: number, cursor: string | undefined) =>
    listPlayers(db, filter, { limit, cursor, now: clock.now() })
  api.handle('GET /players', async (call) => {
    const { limit, cursor } = call.query
    return toPage(mapRows(await read(toFilter(call), limit, cursor), toRow))
  })
  api.export('GET /players/export', PlayerRow, async function* (call) {
    const filter = toFilter(call)
    for await (const row of readPages((cursor) => read(filter, exportedPerPage, cursor))) yield toRow(row)
  })
}

type Summary = Omit<PlayerRow, 'name'> & { nickName: string }

function toRow({
  id,
  nickName,
  email,
  authType,
  createdAt,
  bannedAt,
  bannedUntil,
  deletionAt,
}: Summary): PlayerRow {
  return { id, name: nickName, email, authType, createdAt, bannedAt, bannedUntil, deletionAt }
}

/** @throws Refusal PLAYER_NOT_FOUND for a player who has nothing in the operator's projects */
async function expectPlayer(db: Db, playerId: string, scope: Scope): Promise<void> {
  if (scope !== '*' && !(await isPlayerIn(db, playerId, scope))) throw new Refusal('PLAYER_NOT_FOUND')
}

/** @throws Refusal PLAYER_NOT_FOUND */
async function readDetails(
  deps: PlayersDeps,
  playerId: string,
  { scope, login }: Pick<OperatorCall<'GET /players/{id}'>, 'scope' | 'login'>,
): Promise<PlayerDetails> {
  const { db } = deps
  await expectPlayer(db, playerId, scope)
  const player = await readPlayer(deps, playerId)
  const { ban, receiptEmail, language, hasTwoFactor, identities, consents, loginSessions } = player
  const notes = await listNotes(db, playerId, toProjects(scope))
  return {
    ...toRow(player),
    ...{ ban, receiptEmail, language, hasTwoFactor, identities, consents, loginSessions },
    spent: await sumSpent(db, playerId, toProjects(scope)),
    cards: await listPlayerCards(db, playerId),
    notes: notes.map((note) => toNote(note, login.operator.id)),
    scores: await (await deps.loadLeaderboards()).listPlayerBoards(db, playerId, toProjects(scope)),
  }
}

type NoteRow = Awaited<ReturnType<typeof addNote>>

const toNote = ({ id, operator, operatorId, text, createdAt }: NoteRow, ownId: string) => ({
  ...{ id, operator, text, createdAt },
  isOwn: operatorId === ownId,
})

function registerHistory(api: OperatorApi, deps: PlayersDeps): void {
  const { db } = deps
  const ticketRows = createTicketRows(db)
  api.handle('GET /players/{id}', async (call) => ({
    data: { result: await readDetails(deps, call.params.id, call) },
  }))
  api.handle('GET /players/{id}/orders', async ({ params: { id: playerId }, query, scope, login }) => {
    await readExisting(deps, playerId, scope)
    const { language } = login.operator
    return toPage(await deps.listPlayerOrders({ playerId, projects: toProjects(scope), language }, query))
  })
  api.handle('GET /players/{id}/purchases', async ({ params: { id: playerId }, query, scope, login }) => {
    await readExisting(deps, playerId, scope)
    const page = await listPlayerPurchases(db, { playerId, projects: toProjects(scope), ...query })
    const toPurchase = ({ titleRu, titleEn, ...purchase }: (typeof page)['rows'][number]) => {
      const { id, orderId, project, itemId, state, createdAt, consumedAt } = purchase
      const title = login.operator.language === 'ru' ? titleRu : titleEn
      return { id, orderId, project, itemId, state, createdAt, consumedAt, title }
    }
    return toPage(mapRows(page, toPurchase))
  })
  api.handle('GET /players/{id}/tickets', async ({ params: { id: playerId }, query, scope }) => {
    await readExisting(deps, playerId, scope)
    const page = await listTickets(db, { playerId, projects: toProjects(scope) }, query)
    return toPage({ ...page, rows: await ticketRows(page.rows) })
  })
  api.handle('GET /players/{id}/audit', async ({ params: { id: playerId }, query, scope }) => {
    await expectPlayer(db, playerId, scope)
    const filter = { playerId, projects: toProjects(scope) }
    const page = await listOperationPage(db, filter, query)
    return toPage({ ...page, rows: await nameEntries(db, page.rows) })
  })
}

function registerSaves(api: OperatorApi, deps: PlayersDeps): void {
  const { db } = deps
  api.handle('GET /players/{id}/saves', async ({ params: { id: playerId }, query, scope }) => {
    await readExisting(deps, playerId, scope)
    const projects = limitProjects(scope, query.project === undefined ? undefined : [query.project])
    return { data: { result: await listPlayerSaves(db, { playerId, projects }) } }
  })
  api.handle('GET /players/{id}/saves/value', async ({ params, query, scope }) => {
    const { project, key: saveKey, version } = query
    await readExisting(deps, params.id, scope)
    if (scope !== '*' && !scope.includes(project)) throw new Refusal('SAVE_VERSION_NOT_FOUND')
    return { data: { result: await readSaveValue(db, { playerId: params.id, project, saveKey }, version) } }
  })
  api.handle('POST /players/{id}/saves/restore', async ({ params, body, scope, operation }) => {
    const { project, key: saveKey, version } = body
    await readExisting(deps, params.id, scope)
    if (scope !== '*' && !scope.includes(project)) throw new Refusal('SAVE_VERSION_NOT_FOUND')
    const stored = await restoreSave(deps, { playerId: params.id, project, saveKey }, version, operation)
    return { data: { result: stored } }
  })
}

/** @throws Refusal PLAYER_NOT_FOUND */
async function readExisting(deps: PlayersDeps, playerId: string, scope: Scope): Promise<void> {
  await expectPlayer(deps.db, playerId, scope)
  await readPlayer(deps, playerId)
}

/** The operator's projects in which the player is known; null: all. */
async function listKnownIn(db: Db, playerId: string, scope: Scope): Promise<string[] | null> {
  if (scope === '*') return null
  const known = await Promise.all(scope.map((project) => isPlayerIn(db, playerId, [project])))
  return scope.filter((_, index) => known[index])
}

function registerNotes(api: OperatorApi, deps: PlayersDeps): void {
  api.handle('POST /players/{id}/notes', async ({ params: { id }, body, scope, operation, login }) => {
    await expectPlayer(deps.db, id, scope)
    const note = await addNote(
      deps,
      id,
      { ...body, projects: await listKnownIn(deps.db, id, scope) },
      operation,
    )
    return { data: { result: toNote(note, login.operator.id) } }
  })
  api.handle('DELETE /players/{id}/notes/{note}', async ({ params, scope, operation }) => {
    await expectPlayer(deps.db, params.id, scope)
    await deleteNote(deps, { playerId: params.id, noteId: params.note }, operation)
    return { data: { result: true as const } }
  })
}

function registerChanges(api: OperatorApi, deps: PlayersDeps): void {
  api.handle('POST /players/{id}/ban', async (call) => {
    const { params, body, operation } = call
    await banPlayer(deps, params.id, { ...operation, until: body.until })
    return { data: { result: await readDetails(deps, params.id, call) } }
  })
  api.handle('POST /players/{id}/unban', async (call) => {
    await unbanPlayer(deps, call.params.id, call.operation)
    return { data: { result: await readDetails(deps, call.params.id, call) } }
  })
  api.handle('POST /players/{id}/scores/hide', async (call) => {
    const { hideScore } = await deps.loadLeaderboards()
    await hideScore(deps, await expectBoardInScope(deps, call), call.operation)
    return { data: { result: await readDetails(deps, call.params.id, call) } }
  })
  api.handle('POST /players/{id}/scores/show', async (call) => {
    const { showScore } = await deps.loadLeaderboards()
    await showScore(deps, await expectBoardInScope(deps, call), call.operation)
    return { data: { result: await readDetails(deps, call.params.id, call) } }
  })
  api.handle('POST /players/{id}/scores/keep-name', async (call) => {
    const { keepName } = await deps.loadLeaderboards()
    await keepName(deps, await expectBoardInScope(deps, call), call.operation)
    return { data: { result: await readDetails(deps, call.params.id, call) } }
  })
  api.handle('POST /players/{id}/end-sessions', async ({ params, operation }) => ({
    data: { result: { ended: await endLoginSessions(deps, params.id, operation) } },
  }))
  api.handle('POST /players/{id}/remove-two-factor', async (call) => {
    await removeTwoFactor(deps, call.params.id, call.operation)
    return { data: { result: await readDetails(deps, call.params.id, call) } }
  })
}

/** @throws Refusal PLAYER_NOT_FOUND, SCORE_NOT_FOUND for a leaderboard of another project than the operator's */
async function expectBoardInScope(
  { db }: PlayersDeps,
  { params, body, scope }: Pick<OperatorCall<'POST /players/{id}/scores/hide'>, 'params' | 'body' | 'scope'>,
): Promise<{ project: string; board: string; playerId: string }> {
  await expectPlayer(db, params.id, scope)
  if (scope !== '*' && !scope.includes(body.project)) throw new Refusal('SCORE_NOT_FOUND')
  return { project: body.project, board: body.board, playerId: params.id }
}

function registerDeletion(api: OperatorApi, deps: PlayersDeps): void {
  api.handle('POST /players/{id}/export', ({ params, operation }) => exportPlayer(deps, params.id, operation))
  api.handle('POST /players/{id}/delete', async (call) => {
    const isAtOnce = call.body.now
    if (isAtOnce && !call.can('players.export', null))
      throw new Refusal('OPERATOR_FORBIDDEN', { roles: ['owner'] })
    await deletePlayer(deps, call.params.id, { ...call.operation, isAtOnce })
    return { data: { result: await readDetails(deps, call.params.id, call) } }
  })
  api.handle('POST /players/{id}/undo-delete', async (call) => {
    await undoDeletion(deps, call.params.id, call.operation)
    return { data: { result: await readDetails(deps, call.params.id, call) } }
  })
}
