import type { Ticket } from '@playhub/contract'
import type { TicketReason } from '@playhub/contract/tickets'
import { useTranslation } from 'react-i18next'
import { formatDate } from '../lib/language/format-date.ts'

const PATH = '/transactions/help'
const TICKET_PARAMETER = 'ticket'

export type TicketValues = { paymentId: string; reason: TicketReason; email: string; message: string }

/** The support form's URL, for a payment or for anything else. */
export const supportFormUrl = (paymentId?: string | null) => (paymentId ? `${PATH}/${paymentId}` : PATH)

export const ticketUrl = (id: string) => `${PATH}?${TICKET_PARAMETER}=${encodeURIComponent(id)}`

export const ticketIdInUrl = (url: string) => new URL(url).searchParams.get(TICKET_PARAMETER)

/** "Drop not credited · November 21, 2026" */
export function useTicketName(): (ticket: Pick<Ticket, 'reason' | 'createdAt'>) => string {
  const { t, i18n } = useTranslation('support')
  return ({ reason, createdAt }) => `${t(`reason.${reason}`)} · ${formatDate(createdAt, i18n.language)}`
}

/** "21 Nov 2026, 03:14" in the player's time zone. */
export function formatDateTime(timestamp: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(timestamp)
}
