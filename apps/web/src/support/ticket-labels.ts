import type { Ticket } from '@playhub/contract'
import { useTranslation } from 'react-i18next'

/** What a ticket is called: its reason, and what was ordered. */
export function useTicketName(): (ticket: Pick<Ticket, 'reason' | 'title'>) => string {
  const { t } = useTranslation('support')
  return ({ reason, title }) =>
    title === null ? t(`reason.${reason}`) : `${t(`reason.${reason}`)}: ${title}`
}

/** "21 Nov 2026, 03:14", where the player is. */
export function momentInWords(instant: number, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(instant)
}
