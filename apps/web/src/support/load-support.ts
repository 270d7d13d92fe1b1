import type { Ticket, TicketThread, Transaction } from '@playhub/contract'
import { isRefusal } from '@playhub/ui/feedback/api-errors.ts'
import { call } from '../lib/api/api.ts'

const MAX_TICKETS = 100
/** The payments to choose from; an older one is opened from the history. */
const RECENT_PAYMENTS = 3

export type SupportFormData = ReturnType<typeof loadSupportForm>

/** The support form's data, as promises: each section shows its own loading state and failure. */
export function loadSupportForm(paymentId: string | undefined) {
  return { paymentId, ...handleLater({ prefill: loadPrefill(paymentId), tickets: loadTickets() }) }
}

export type SupportPrefill = Awaited<ReturnType<typeof loadPrefill>>

async function loadPrefill(paymentId: string | undefined) {
  const [payment, email, recentPayments] = await Promise.all([
    loadPayment(paymentId),
    loadContactEmail(),
    // The form works without them.
    loadRecentPayments().catch(() => []),
  ])
  return { payment, email, recentPayments }
}

/** The ticket is null when the player has no such ticket. */
export function loadTicketThread(id: string) {
  return handleLater({ ticket: loadTicket(id) })
}

/** Marks rejections as handled, because a section may not have mounted yet when its promise rejects. */
function handleLater<Promises extends Record<string, Promise<unknown>>>(promises: Promises): Promises {
  for (const promise of Object.values(promises)) promise.catch(() => undefined)
  return promises
}

/** Newest first. */
async function loadTickets(): Promise<Ticket[]> {
  return (await call('GET /support/tickets', { query: { limit: MAX_TICKETS } })).data.result
}

function loadTicket(id: string): Promise<TicketThread | null> {
  return nullOnRefusal('TICKET_NOT_FOUND', call('GET /support/tickets/{id}', { params: { id } }))
}

/** @returns null when there is no such payment, or it belongs to another player. */
async function loadPayment(paymentId: string | undefined): Promise<Transaction | null> {
  if (paymentId === undefined) return null
  return nullOnRefusal('PAYMENT_NOT_FOUND', call('GET /payments/get-user-payment', { query: { paymentId } }))
}

async function loadRecentPayments(): Promise<Transaction[]> {
  const query = { limit: RECENT_PAYMENTS }
  return (await call('GET /payments/get-user-payments', { query })).data.result
}

/** The receipt email, else the account's. */
async function loadContactEmail(): Promise<string> {
  const { receiptEmail, email } = (await call('GET /me')).data.result
  return receiptEmail ?? email ?? ''
}

async function nullOnRefusal<T>(code: string, request: Promise<{ data: { result: T } }>): Promise<T | null> {
  try {
    return (await request).data.result
  } catch (error) {
    if (isRefusal(error, code) || isRefusal(error, 'BODY_INVALID')) return null
    throw error
  }
}
