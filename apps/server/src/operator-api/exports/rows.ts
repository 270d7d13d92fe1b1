/** Rows of the exports. Each field is a column, in this order; `docs/operate/exports.md` is made from the descriptions. */
import {
  AuditEntry,
  InsightEventRow,
  InsightRow,
  OfferSalesRow,
  OfferUseRow,
  OperatorDispute,
  OperatorRefund,
  OrderRowShape,
  PlainText,
  PlayerRow,
  RetentionExportRow,
  SalesRow,
  TechnicalText,
  TicketRowShape,
} from '@playhub/contract/operator'
import * as z from 'zod'
import { FinanceDocument } from '../../payments/finance/documents.ts'

const ofOrder = {
  receiptNumber: PlainText.nullable().describe("The hub's receipt; empty before there is one"),
  fiscalDocument: PlainText.nullable().describe(
    "Number of the provider's fiscal receipt (ФД); empty without one",
  ),
  fiscalStorage: PlainText.nullable().describe('Number of its fiscal storage (ФН)'),
  fiscalAttribute: PlainText.nullable().describe('Its fiscal attribute (ФП)'),
  buyerCountry: z
    .string()
    .nullable()
    .describe("The card's, else that of the buyer's IP, in ISO 3166; empty when neither is known"),
}

const priced = {
  listMinor: z
    .int()
    .nullable()
    .describe('What the item cost without offers; empty while it is unpaid, and for refunds and disputes'),
  discountMinor: z.int().nullable().describe('How much less was paid; empty where the list price is'),
  offers: z
    .string()
    .nullable()
    .describe('The ids of the offers that were used, separated by commas; empty without one'),
}

const operator = z.string().nullable()

const { countryByNetwork, countryByCard } = OrderRowShape.shape

export const OrderExportRow = OrderRowShape.omit({
  ...{ country: true, countryByNetwork: true, countryByCard: true },
}).extend({
  operator: operator.describe('Who gave the item away without payment last; empty for other orders'),
  ...ofOrder,
  ...{ countryByNetwork, countryByCard },
  ...priced,
})
export const RefundExportRow = OperatorRefund.omit({ reasonSentence: true, errorSentence: true }).extend({
  operator: operator.describe(
    'Who asked for it; empty for the game, the hub and the provider, and before 29 November 2026',
  ),
  itemId: z.string(),
  ...ofOrder,
})
export const DisputeExportRow = OperatorDispute.extend({ itemId: z.string(), ...ofOrder })
export const DocumentExportRow = FinanceDocument.extend({ ...ofOrder, ...priced })
export const TicketExportRow = TicketRowShape.extend({
  assignee: z.string().nullable(),
  tags: TechnicalText.describe('Separated by commas'),
})

/** Every export, by its route. */
export const exportRows = {
  'GET /orders/export': OrderExportRow,
  'GET /refunds/export': RefundExportRow,
  'GET /disputes/export': DisputeExportRow,
  'GET /finance/documents/export': DocumentExportRow,
  'GET /finance/sales/export': SalesRow,
  'GET /offers/export': OfferSalesRow,
  'GET /offer-uses/export': OfferUseRow,
  'GET /insights/export': InsightRow,
  'GET /insights/retention/export': RetentionExportRow,
  'GET /insights/events/export': InsightEventRow,
  'GET /players/export': PlayerRow,
  'GET /tickets/export': TicketExportRow,
  'GET /audit/export': AuditEntry,
} as const
