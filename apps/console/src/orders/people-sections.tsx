import type { AuditEntry, OperatorOrder, OperatorTicketRow } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { useActSentence } from '../audit/act-sentence.ts'
import { Section } from '../components/layout/section.tsx'
import { type Column, DataTable } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { TicketState } from '../components/values/ticket-state.tsx'
import { Timeline } from '../components/values/timeline.tsx'

/** Tickets about the order. */
export function Tickets({ tickets }: Pick<OperatorOrder, 'tickets'>) {
  const { t } = useTranslation('orders')
  const columns: Column<OperatorTicketRow>[] = [
    { key: 'number', label: t('tickets.number'), cell: (row) => `№ ${row.number}`, card: 'end' },
    {
      key: 'text',
      label: t('tickets.text'),
      cell: (row) => <span className="line-clamp-1">{row.excerpt}</span>,
      card: 'title',
    },
    {
      key: 'state',
      label: t('tickets.state'),
      cell: (row) => <TicketState state={row.state} />,
      card: 'detail',
    },
    {
      key: 'updated',
      label: t('tickets.updated'),
      cell: (row) => <Instant at={row.updatedAt} />,
      card: 'detail-end',
    },
  ]
  return (
    <Section title={t('tickets.title')} empty={t('tickets.empty')}>
      {tickets.length > 0 && (
        <DataTable
          label={t('tickets.title')}
          columns={columns}
          rows={tickets}
          getKey={({ id }) => id}
          getHref={({ id }) => `/tickets/${id}`}
        />
      )}
    </Section>
  )
}

/** Staff's actions on the order. */
export function Audit({ audit }: Pick<OperatorOrder, 'audit'>) {
  const { t } = useTranslation('orders')
  const entries = audit.map((entry) => ({ at: entry.at, text: <AuditText entry={entry} /> }))
  return (
    <Section title={t('audit.title')} empty={t('audit.empty')}>
      {entries.length > 0 && (
        <div className="border-t border-line pt-3">
          <Timeline label={t('audit.title')} entries={entries} />
        </div>
      )}
    </Section>
  )
}

function AuditText({ entry }: { entry: AuditEntry }) {
  const { t } = useTranslation('orders')
  return (
    <>
      {useActSentence()(entry)}
      {entry.outcome === 'refused' && <span className="text-fail"> {t('audit.refused')}</span>}
      {entry.reason && <p className="text-soft">{t('audit.reason', { reason: entry.reason })}</p>}
    </>
  )
}
