import type { Ticket, TicketThread, Transaction } from '@playhub/contract'
import { call, isRefusal } from '../lib/api/api.ts'

const ticketsAtMost = 100

/** Newest first. */
export async function loadTickets(): Promise<Ticket[]> {
  return (await call('GET /support/tickets', { query: { limit: ticketsAtMost } })).data.result
}

/** Null when the player has no such ticket. */
export async function loadTicket(id: string): Promise<TicketThread | null> {
  const asked = call('GET /support/tickets/{id}', { params: { id } })
  return nullIf('TICKET_NOT_FOUND', asked)
}

/** What the hub knows of a payment; null when there is none, or it is not the player's. */
export async function loadPayment(paymentId: string | undefined): Promise<Transaction | null> {
  if (paymentId === undefined) return null
  return nullIf('PAYMENT_NOT_FOUND', call('GET /payments/get-user-payment', { query: { paymentId } }))
}

/** Where answers would go: the address for receipts, else the one of the account. */
export async function loadFeedbackEmail(): Promise<string> {
  const { receiptEmail, email } = (await call('GET /me')).data.result
  return receiptEmail ?? email ?? ''
}

async function nullIf<T>(code: string, asked: Promise<{ data: { result: T } }>): Promise<T | null> {
  try {
    return (await asked).data.result
  } catch (error) {
    if (isRefusal(error, code) || isRefusal(error, 'BODY_INVALID')) return null
    throw error
  }
}
