import type { Ticket } from '@playhub/contract'
import { useTranslation } from 'react-i18next'

const PATH = '/transactions/help'
const TICKET_PARAMETER = 'ticket'

/** The support form's URL, for a payment or for anything else. */
export const supportFormAddress = (paymentId?: string | null) => (paymentId ? `${PATH}/${paymentId}` : PATH)

export const ticketAddress = (id: string) => `${PATH}?${TICKET_PARAMETER}=${encodeURIComponent(id)}`

export const ticketIdInUrl = (url: string) => new URL(url).searchParams.get(TICKET_PARAMETER)

/** Names a ticket by its reason and, if known, the ordered item. */
export function useTicketName(): (ticket: Pick<Ticket, 'reason' | 'title'>) => string {
  const { t } = useTranslation('support')
  return ({ reason, title }) =>
    title === null ? t(`reason.${reason}`) : `${t(`reason.${reason}`)}: ${title}`
}

/** "21 Nov 2026, 03:14" in the player's time zone. */
export function formatDateTime(timestamp: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(timestamp)
}
