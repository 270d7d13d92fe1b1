import * as z from 'zod'
import { emailField } from '../forms.ts'
import { currencies } from '../money.ts'
import { paymentProviders } from '../payment-methods.ts'
import { AmountMinor, Id, result } from '../shapes.ts'
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
  page,
  TicketRowShape,
} from './shapes.ts'

const done = result(z.literal(true))
const csv = z.string()

export const PlayerFilter = z.object({
  q: searchText
    .optional()
    .describe('Part of an email, name or identity; at least three characters, or an id'),
  state: z.enum(['banned', 'deleting']).optional(),
  createdFrom: day.optional(),
  createdTo: day.optional(),
})

export const playerRoutes = {
  'GET /players': route({
    summary: 'Lists players, newest first',
    permission: 'players.read',
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
    params: ById,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/orders': route({
    summary: "A player's orders, newest first",
    permission: 'orders.read',
    params: ById,
    query: PageQuery,
    response: page(OrderRowShape),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/purchases': route({
    summary: 'What a player owns or owned, newest first',
    permission: 'orders.read',
    params: ById,
    query: PageQuery,
    response: page(PlayerPurchase),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/tickets': route({
    summary: "A player's tickets, newest first",
    permission: 'tickets.read',
    params: ById,
    query: PageQuery,
    response: page(TicketRowShape),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'GET /players/{id}/audit': route({
    summary: 'What staff did to a player, newest first',
    permission: 'players.read',
    params: ById,
    query: PageQuery,
    response: page(AuditEntry),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/notes': route({
    summary: 'Adds a note that only staff see',
    permission: 'players.note',
    params: ById,
    body: z.object({ text: longText }),
    response: result(PlayerNote),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'DELETE /players/{id}/notes/{note}': route({
    summary: 'Deletes an own note',
    permission: 'players.note',
    params: ById.extend({ note: Id }),
    response: done,
    refusals: ['PLAYER_NOT_FOUND', 'NOTE_NOT_FOUND'],
  }),
  'POST /players/{id}/ban': route({
    summary: 'Bans a player, for a time or for ever',
    permission: 'players.ban',
    params: ById,
    body: z.object({ until: z.int().nullable(), reason }),
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/unban': route({
    summary: 'Lifts a ban',
    permission: 'players.ban',
    params: ById,
    body: WithReason,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/end-sessions': route({
    summary: 'Logs a player out everywhere',
    permission: 'players.end-sessions',
    params: ById,
    body: WithReason,
    response: result(z.object({ ended: z.int() })),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/remove-two-factor': route({
    summary: "Removes a player's two-factor login; the player is told by email",
    permission: 'players.remove-two-factor',
    needsProof: true,
    params: ById,
    body: WithReason,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND', 'SECOND_FACTOR_NOT_FOUND'],
  }),
  'POST /players/{id}/export': route({
    summary: 'Everything that is stored about a player',
    permission: 'players.export',
    needsProof: true,
    params: ById,
    body: WithReason,
    response: z.unknown(),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/delete': route({
    summary: 'Deletes an account in 14 days, which the player and staff can undo until then',
    permission: 'players.delete',
    needsProof: true,
    params: ById,
    body: WithReason,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
  'POST /players/{id}/undo-delete': route({
    summary: 'Keeps an account that would be deleted',
    permission: 'players.delete',
    params: ById,
    body: WithReason,
    response: result(PlayerDetails),
    refusals: ['PLAYER_NOT_FOUND'],
  }),
} as const

export const OrderFilter = z.object({
  q: searchText.optional().describe('Hub or provider payment id, receipt number, player id or email'),
  state: several(z.enum(operatorOrderStates)),
  project: several(project),
  item: searchText.optional(),
  provider: several(z.enum(paymentProviders)),
  currency: z.enum(currencies).optional(),
  from: day.optional(),
  to: day.optional(),
  player: Id.optional(),
})

export const RefundFilter = z.object({
  state: several(z.enum(['pending', 'succeeded', 'failed'])),
  project: several(project),
})

export const orderRoutes = {
  'GET /orders': route({
    summary: 'Lists orders, newest first',
    permission: 'orders.read',
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
    params: ById,
    response: result(OrderDetails),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'GET /orders/{id}/explanation': route({
    summary: 'One sentence that explains an order and says who must act',
    permission: 'orders.read',
    params: ById,
    response: result(Explanation),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'POST /orders/{id}/reconcile': route({
    summary: 'Compares an order with its provider',
    permission: 'orders.reconcile',
    params: ById,
    body: WithReason,
    response: result(z.object({ attempts: z.int() })),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'POST /orders/{id}/receipt/resend': route({
    summary: 'Mails the receipt again',
    permission: 'receipts.resend',
    params: ById,
    body: z.object({ email: z.optional(emailField), reason }),
    response: done,
    refusals: ['PAYMENT_NOT_FOUND', 'PAYMENT_NOT_PAID', 'RECEIPT_EMAIL_REQUIRED'],
  }),
  'POST /orders/{id}/refunds': route({
    summary: 'Refunds an amount or everything that is left, and keeps or takes the item',
    permission: 'orders.refund',
    needsProof: true,
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
    ],
  }),
  'POST /orders/{id}/grant': route({
    summary: "Gives the player an order's item, paid or not",
    permission: 'orders.decide',
    needsProof: true,
    isIdempotent: true,
    params: ById,
    body: WithReason,
    response: done,
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  'POST /orders/{id}/revoke': route({
    summary: "Takes an order's item back without a refund",
    permission: 'orders.decide',
    needsProof: true,
    isIdempotent: true,
    params: ById,
    body: WithReason,
    response: done,
    refusals: ['PAYMENT_NOT_FOUND', 'PURCHASE_NOT_FOUND'],
  }),
  'GET /refunds': route({
    summary: 'Lists refunds, newest first',
    permission: 'orders.read',
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
    needsProof: true,
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
  'GET /disputes': route({
    summary: 'Lists disputes: open ones by deadline, then the others, newest first',
    permission: 'disputes.read',
    query: z.object({
      state: several(z.enum(['open', 'won', 'lost'])),
      project: several(project),
      ...PageQuery.shape,
    }),
    response: page(OperatorDispute),
  }),
} as const
