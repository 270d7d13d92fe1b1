import type { Ticket } from '@playhub/contract'
import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TicketChip } from './ticket-chip.tsx'
import { formatDateTime, ticketUrl, useTicketName } from './tickets.ts'

export function TicketList({ tickets }: { tickets: Ticket[] }) {
  const { t } = useTranslation('support')
  if (tickets.length === 0) return <p className="text-15 text-soft">{t('none')}</p>
  return (
    <ul className="surface divide-y divide-line overflow-hidden">
      {tickets.map((ticket) => (
        <TicketRow key={ticket.id} ticket={ticket} />
      ))}
    </ul>
  )
}

function TicketRow({ ticket }: { ticket: Ticket }) {
  const { t, i18n } = useTranslation('support')
  const getTicketName = useTicketName()
  return (
    <li>
      <a
        href={ticketUrl(ticket.id)}
        className="flex items-center gap-4 px-4 py-3.5 transition-colors duration-150 hover:bg-ink-2 focus-visible:-outline-offset-3 md:px-6"
      >
        <span className="flex min-w-0 grow flex-col gap-2 md:flex-row md:items-center md:justify-between">
          <span className="min-w-0">
            <span className="block text-15 font-semibold text-pretty">{getTicketName(ticket)}</span>
            <span className="block text-13 text-soft">
              {ticket.title !== null && `${ticket.title} · `}
              {t('updated')}{' '}
              <time dateTime={new Date(ticket.updatedAt).toISOString()}>
                {formatDateTime(ticket.updatedAt, i18n.language)}
              </time>
            </span>
          </span>
          <span>
            <TicketChip state={ticket.state} />
          </span>
        </span>
        <ChevronRight size={20} aria-hidden="true" className="shrink-0 text-soft" />
      </a>
    </li>
  )
}
