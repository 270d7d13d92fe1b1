import * as z from 'zod'
import { emailField } from '../forms.ts'
import { currencies } from '../money.ts'
import { paymentProviders } from '../payment-methods.ts'
import { SaveKey, StoredSave } from '../saves/saves.ts'
import { AmountMinor, Id, result } from '../shapes.ts'
import {
  ById,
  day,
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
  Explanation,
  OperatorDispute,
  OperatorRefund,
  OrderDetails,
  OrderRowShape,
  operatorOrderStates,
  PlayerDetails,
  PlayerNote,
  PlayerPurchase,
  PlayerRow,
  PlayerSave,
  PlayerSaveValue,
  page,
  TicketRowShape,
} from './shapes.ts'

const done = result(z.literal(true))
const csv = z.string()
const OnBoard = WithReason.extend({ project, board: z.string().min(1).max(64) })

export const PlayerFilter = z.object({
  q: playerSearchText
    .optional()
    .describe('Part of an email, name or identity; at least three characters, or an id'),
  state: z.enum(['banned', 'deleting']).optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
})

const playerColumns = [
  'id',
  'name',
  'email',
  'authType',
  'createdAt',
  'bannedAt',
  'bannedUntil',
  'deletionAt',
]
const orderColumns = ['id', 'createdAt', 'title', 'project', 'playerId', 'state', 'amountMinor', 'provider']
const ticketColumns = ['number', 'id', 'state', 'updatedAt', 'project', 'reason', 'assignee.name', 'excerpt']
const auditColumns = ['at', 'operator', 'action', 'subject', 'before', 'after', 'reason', 'id']

const refundColumns = [
  'id',
  'createdAt',
  'state',
  'amountMinor',
  'orderId',
  'project',
  'requestedBy',
  'error',
]
const disputeColumns = [
  'providerDisputeId',
  'state',
  'amountMinor',
  'orderId',
  'project',
  'openedAt',
  'dueBy',
  'reason',
]

export const playerRoutes = {
  'GET /players': route({
    summary: 'Lists players, newest first',
    permission: 'players.read',
    command: [
      { name: 'players find', arguments: { text: 'q' }, columns: playerColumns },
      { name: 'players list', columns: playerColumns },
    ],
    query: PlayerFilter.extend(PageQuery.shape),
    response: page(PlayerRow),
  }),
  'GET /players/export': route({
    summary: 'The same list as CSV',
    permission: 'lists.export',
    isExport: true,
    query: PlayerFilter,
    response: csv,
  }),
  'GET /players/{id}': route({
    summary: 'A player with identities, login sessions, ban and notes',
    permission: 'players.read',
    command: [
      { name: 'players show', arguments: { player: 'id' } },
      {
        name: 'players notes',
        arguments: { player: 'id' },
        purpose: 'the notes about a player',
        shows: 'notes',
      },
    ],
    params: ById,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/orders': route({
    summary: "A player's orders, newest first",
    permission: 'orders.read',
    command: { name: 'players orders', arguments: { player: 'id' }, columns: orderColumns },
    params: ById,
    query: PageQuery,
    response: page(OrderRowShape),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/purchases': route({
    summary: 'What a player owns or owned, newest first',
    permission: 'orders.read',
    command: { name: 'players purchases', arguments: { player: 'id' } },
    params: ById,
    query: PageQuery,
    response: page(PlayerPurchase),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/saves': route({
    summary: "A player's saves with the versions that can be restored; no values",
    permission: 'saves.read',
    command: { name: 'saves list', arguments: { player: 'id', '[project]': 'project' } },
    params: ById,
    query: z.object({ project: project.optional() }),
    response: result(z.array(PlayerSave)),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/saves/value': route({
    summary: 'What a version of a save holds',
    permission: 'saves.read',
    command: {
      name: 'saves show',
      arguments: { player: 'id', project: 'project', key: 'key', version: 'version' },
    },
    params: ById,
    query: z.object({ project, key: SaveKey, version: z.coerce.number().int().min(1) }),
    response: result(PlayerSaveValue),
    refusals: ['PLAYER_NOT_FOUND', 'SAVE_VERSION_NOT_FOUND'],
  }),
  'POST /players/{id}/saves/restore': route({
    summary: 'Makes a kept version of a save the current one, as a new version',
    permission: 'saves.restore',
    command: {
      name: 'saves restore',
      arguments: { player: 'id', project: 'project', key: 'key', version: 'version' },
      needs: ['reason'],
      says: '{key} of {project} is restored, as version {version}. What it replaced is kept for 30 days.',
    },
    needsReauthentication: true,
    isIdempotent: true,
    params: ById,
    body: z.object({ project, key: SaveKey, version: z.int().min(1), reason }),
    response: result(StoredSave),
    refusals: ['PLAYER_NOT_FOUND', 'SAVE_VERSION_NOT_FOUND', 'EDIT_CONFLICT'],
  }),
  'GET /players/{id}/tickets': route({
    summary: "A player's tickets, newest first",
    permission: 'tickets.read',
    command: { name: 'players tickets', arguments: { player: 'id' }, columns: ticketColumns },
    params: ById,
    query: PageQuery,
    response: page(TicketRowShape),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/audit': route({
    summary: 'What staff did to a player, newest first',
    permission: 'players.read',
    command: { name: 'players audit', arguments: { player: 'id' }, columns: auditColumns },
    params: ById,
    query: PageQuery,
    response: page(AuditEntry),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/notes': route({
    summary: 'Adds a note that only staff see',
    permission: 'players.note',
    command: {
      name: 'players note',
      arguments: { player: 'id', 'text…': 'text' },
      says: 'The note is on the player; only staff see it.',
    },
    params: ById,
    body: z.object({ text: longText }),
    response: result(PlayerNote),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'DELETE /players/{id}/notes/{note}': route({
    summary: 'Deletes an own note',
    permission: 'players.note',
    command: { none: 'Only its author deletes a note, and a shell logs in as nobody.' },
    params: ById.extend({ note: Id }),
    response: done,
    refusals: ['PLAYER_NOT_FOUND', 'NOTE_NOT_FOUND'],
  }),
  'POST /players/{id}/ban': route({
    summary: 'Bans a player, for a time or for ever',
    permission: 'players.ban',
    command: {
      name: 'players ban',
      arguments: { player: 'id' },
      options: { for: 'until', until: 'until' },
      says: 'Player {id} is banned[ until {until}] and logged out everywhere. Game tokens expire within 15 minutes.',
    },
    params: ById,
    body: z.object({ until: z.int().nullable(), reason }),
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/unban': route({
    summary: 'Lifts a ban',
    permission: 'players.ban',
    command: { name: 'players unban', arguments: { player: 'id' }, says: 'Player {id} may log in again.' },
    params: ById,
    body: WithReason,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/scores/hide': route({
    summary: 'Takes a player off a leaderboard; the player still sees the own score',
    permission: 'scores.hide',
    command: {
      name: 'scores hide',
      arguments: { project: 'project', leaderboard: 'board', player: 'id' },
      says: 'Player {id} is off the leaderboard {board} of {project}. To undo it: scores show',
    },
    params: ById,
    body: OnBoard,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND', 'SCORE_NOT_FOUND'],
  }),
  'POST /players/{id}/scores/show': route({
    summary: 'Puts a hidden player back on a leaderboard',
    permission: 'scores.hide',
    command: {
      name: 'scores show',
      arguments: { project: 'project', leaderboard: 'board', player: 'id' },
      says: 'Player {id} is back on the leaderboard {board} of {project}.',
    },
    params: ById,
    body: OnBoard,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND', 'SCORE_NOT_FOUND'],
  }),
  'POST /players/{id}/scores/keep-name': route({
    summary: 'Keeps a reported name: its reports are dropped',
    permission: 'scores.hide',
    command: {
      name: 'scores keep-name',
      arguments: { project: 'project', leaderboard: 'board', player: 'id' },
      says: 'Player {id} keeps the name on the leaderboard {board} of {project}. Its reports are dropped.',
    },
    params: ById,
    body: OnBoard,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND', 'SCORE_NOT_FOUND'],
  }),
  'POST /players/{id}/end-sessions': route({
    summary: 'Logs a player out everywhere',
    permission: 'players.end-sessions',
    command: {
      name: 'players end-sessions',
      arguments: { player: 'id' },
      says: 'Login sessions of player {id} that ended: {ended}.',
    },
    params: ById,
    body: WithReason,
    response: result(z.object({ ended: z.int() })),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/remove-two-factor': route({
    summary: "Removes a player's two-factor login; the player is told by email",
    permission: 'players.remove-two-factor',
    command: {
      name: 'players remove-second-factor',
      arguments: { player: 'id' },
      says: 'Player {id} logs in by password alone until they turn two-factor login on again.',
    },
    needsReauthentication: true,
    params: ById,
    body: WithReason,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND', 'SECOND_FACTOR_NOT_FOUND'],
  }),
  'POST /players/{id}/export': route({
    summary: 'Everything that is stored about a player',
    permission: 'players.export',
    command: { name: 'players export', arguments: { player: 'id' } },
    needsReauthentication: true,
    params: ById,
    body: WithReason,
    response: z.unknown(),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/delete': route({
    summary: 'Deletes an account in 14 days, which the player and staff can undo until then',
    permission: 'players.delete',
    command: {
      name: 'players delete',
      arguments: { player: 'id' },
      says: 'The account of player {id} will be erased at {deletionAt}.',
    },
    needsReauthentication: true,
    params: ById,
    body: WithReason.extend({
      now: z.boolean().default(false).describe('At once; only owners may'),
    }),
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/undo-delete': route({
    summary: 'Keeps an account that would be deleted',
    permission: 'players.delete',
    command: {
      name: 'players undo-delete',
      arguments: { player: 'id' },
      says: 'The account of player {id} stays.',
    },
    params: ById,
    body: WithReason,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
} as const

export const OrderFilter = z.object({
  q: playerSearchText.optional().describe('Hub or provider payment id, receipt number, player id or email'),
  state: several(z.enum(operatorOrderStates)),
  project: several(project),
  item: searchText.optional(),
  provider: several(z.enum(paymentProviders)),
  currency: z.enum(currencies).optional(),
  from: day.optional(),
  to: day.optional(),
  player: Id.optional(),
  pendingMinutes: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe('Payment was started longer ago'),
  countriesDiffer: z.literal('true').optional().describe("The card's country is not that of the buyer's IP"),
})

export const RefundFilter = z.object({
  state: several(z.enum(['pending', 'succeeded', 'failed'])),
  project: several(project),
})

export const DisputeFilter = z.object({
  state: several(z.enum(['open', 'won', 'lost'])),
  project: several(project),
})

export const orderRoutes = {
  'GET /orders': route({
    summary: 'Lists orders, newest first',
    permission: 'orders.read',
    command: [
      { name: 'orders list', columns: orderColumns },
      { name: 'orders find', arguments: { text: 'q' }, columns: orderColumns },
      {
        name: 'orders pending',
        fixed: { state: ['pending'], limit: 100, cursor: undefined },
        isOldestFirst: true,
        purpose: 'the orders whose payment is in progress, the oldest first',
        columns: orderColumns,
      },
    ],
    query: OrderFilter.extend(PageQuery.shape),
    response: page(OrderRowShape),
  }),
  'GET /orders/export': route({
    summary: 'The same list as CSV',
    permission: 'lists.export',
    isExport: true,
    query: OrderFilter,
    response: csv,
  }),
  'GET /orders/{id}': route({
    summary:
      'An order: explanation, timeline, attempts, webhooks, refunds, disputes, receipt, tickets, audit',
    permission: 'orders.read',
    command: { name: 'orders show', arguments: { payment: 'id' } },
    params: ById,
    response: result(OrderDetails),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'GET /orders/{id}/explanation': route({
    summary: 'One sentence that explains an order and says who must act',
    permission: 'orders.read',
    command: { name: 'orders explain', arguments: { payment: 'id' }, says: '{sentence}' },
    params: ById,
    response: result(Explanation),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'POST /orders/{id}/reconcile': route({
    summary: 'Compares an order with its provider',
    permission: 'orders.reconcile',
    command: {
      name: 'orders reconcile',
      arguments: { payment: 'id' },
      says: 'A running hub compares the order with its provider now. Attempts: {attempts}. To see the result: orders show {id}',
    },
    params: ById,
    body: WithReason,
    response: result(z.object({ attempts: z.int() })),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'POST /orders/{id}/receipt/resend': route({
    summary: 'Mails the receipt again',
    permission: 'receipts.resend',
    command: { none: 'The hub mails it at once; a shell has no mail server.' },
    params: ById,
    body: z.object({ email: z.optional(emailField), reason }),
    response: done,
    refusals: ['PAYMENT_NOT_FOUND', 'PAYMENT_NOT_PAID', 'RECEIPT_EMAIL_REQUIRED', 'EMAIL_NOT_SENT'],
  }),
  'POST /orders/{id}/refunds': route({
    summary: 'Refunds an amount or everything that is left, and keeps or takes the item',
    permission: 'orders.refund',
    command: {
      none: 'The command refund leaves the item to the rules of refunds, and takes amounts in major units.',
    },
    needsReauthentication: true,
    isIdempotent: true,
    params: ById,
    body: z.object({
      amountMinor: AmountMinor.min(1).optional().describe('Default: everything that is left'),
      item: z.enum(['keep', 'take']),
      reason,
    }),
    response: result(OperatorRefund),
    refusals: [
      'PAYMENT_NOT_FOUND',
      'PAYMENT_NOT_PAID',
      'PAYMENT_DISPUTED',
      'REFUND_EXCEEDS_PAID',
      'REFUND_TOO_SMALL',
      'REFUND_LIMIT_EXCEEDED',
      'GRANTS_TOO_MANY',
      'PURCHASE_NOT_FOUND',
    ],
  }),
  'POST /orders/{id}/grant': route({
    summary: "Gives the player an order's item, paid or not",
    permission: 'orders.decide',
    command: {
      name: 'orders grant',
      arguments: { payment: 'id' },
      says: 'The player has the item of order {id}.',
    },
    needsReauthentication: true,
    isIdempotent: true,
    params: ById,
    body: WithReason,
    response: done,
    refusals: ['PAYMENT_NOT_FOUND', 'ITEM_ALREADY_OWNED', 'GRANT_LIMIT_EXCEEDED', 'GRANTS_TOO_MANY'],
  }),
  'POST /orders/{id}/revoke': route({
    summary: "Takes an order's item back without a refund",
    permission: 'orders.decide',
    command: {
      name: 'orders revoke',
      arguments: { payment: 'id' },
      says: 'The player no longer has the item of order {id}. Nothing was refunded.',
    },
    needsReauthentication: true,
    isIdempotent: true,
    params: ById,
    body: WithReason,
    response: done,
    refusals: ['PAYMENT_NOT_FOUND', 'PURCHASE_NOT_FOUND'],
  }),
  'GET /refunds': route({
    summary: 'Lists refunds, newest first',
    permission: 'orders.read',
    command: { name: 'refunds list', columns: refundColumns },
    query: RefundFilter.extend(PageQuery.shape),
    response: page(OperatorRefund),
  }),
  'GET /refunds/export': route({
    summary: 'The same list as CSV',
    permission: 'lists.export',
    isExport: true,
    query: RefundFilter,
    response: csv,
  }),
  'POST /refunds/{id}/retry': route({
    summary: 'Retries a failed refund',
    permission: 'orders.refund',
    command: {
      name: 'refund retry',
      arguments: { refundId: 'id' },
      needs: [],
      says: 'Refund {id} of {amountMinor} is {state}.',
      succeeds: 'state',
      saysElse: 'Refund {id} of {amountMinor} has failed: {error}. To try again: refund retry {id}',
    },
    needsReauthentication: true,
    isIdempotent: true,
    params: ById,
    body: WithReason,
    response: result(OperatorRefund),
    refusals: [
      'REFUND_NOT_FOUND',
      'PAYMENT_DISPUTED',
      'REFUND_EXCEEDS_PAID',
      'REFUND_TOO_SMALL',
      'REFUND_LIMIT_EXCEEDED',
    ],
  }),
  'POST /refunds/{id}/undo': route({
    summary: 'Undoes a held refund before it is sent',
    permission: 'orders.refund',
    command: {
      name: 'refund undo',
      arguments: { refundId: 'id' },
      says: 'Refund {id} of {amountMinor} is undone: nothing was sent.',
    },
    params: ById,
    body: z.object({ reason: reason.optional() }),
    response: result(OperatorRefund),
    refusals: ['REFUND_NOT_FOUND', 'REFUND_ALREADY_SENT'],
  }),
  'GET /disputes': route({
    summary: 'Lists disputes: open ones by deadline, then the others, newest first',
    permission: 'disputes.read',
    command: {
      name: 'disputes',
      arguments: { '[all]': 'state' },
      options: { state: 'state' },
      fixed: { state: ['open'] },
      purpose: 'the open disputes, or all of them',
      columns: disputeColumns,
    },
    query: DisputeFilter.extend(PageQuery.shape),
    response: page(OperatorDispute),
  }),
  'GET /disputes/export': route({
    summary: 'The same list as CSV',
    permission: 'lists.export',
    isExport: true,
    query: DisputeFilter,
    response: csv,
  }),
} as const
