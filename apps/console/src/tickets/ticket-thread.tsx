import type { OperatorTicket } from '@playhub/contract/operator'
import { cx } from '@playhub/ui/cx.ts'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../components/values/instant.tsx'
import { noteGround } from '../components/values/note-ground.ts'
import { MailParts } from './mail-parts.tsx'

/** Messages and notes, oldest first. */
export function TicketThread({ ticket }: { ticket: OperatorTicket }) {
  const { t } = useTranslation('tickets')
  const playerName = ticket.playerName ?? t('thread.player')
  const entries = [
    ...ticket.messages.map((message) => ({ kind: message.author, ...message })),
    ...ticket.notes.map((note) => ({ kind: 'note' as const, ...note })),
  ].sort((one, other) => one.createdAt - other.createdAt)
  return (
    <ol aria-label={t('thread.label')} className="grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id} className={cx(entry.kind === 'player' ? 'md:me-12' : 'md:ms-12')}>
          <Entry
            kind={entry.kind}
            author={entry.kind === 'player' ? playerName : (entry.operator ?? t('thread.support'))}
            at={entry.createdAt}
          >
            <p className="text-15 wrap-anywhere whitespace-pre-wrap">{entry.text}</p>
            {entry.kind !== 'note' && <MailParts message={entry} />}
          </Entry>
        </li>
      ))}
    </ol>
  )
}

const grounds = {
  player: 'border-line bg-ink-1',
  support: 'border-line bg-ink-2',
  note: noteGround,
} as const

function Entry(props: { kind: keyof typeof grounds; author: string; at: number; children: ReactNode }) {
  const { t } = useTranslation('tickets')
  return (
    <article className={cx('rounded-control border px-4 py-3', grounds[props.kind])}>
      <header className="mb-1 flex flex-wrap items-center justify-between gap-x-4 text-13">
        <span className="font-semibold">{props.author}</span>
        {props.kind === 'note' && (
          <span className="me-auto inline-flex items-center gap-1 text-pending">
            <Lock size={13} aria-hidden="true" />
            {t('thread.note')}
          </span>
        )}
        <span className="text-soft">
          <Instant at={props.at} />
        </span>
      </header>
      {props.children}
    </article>
  )
}
