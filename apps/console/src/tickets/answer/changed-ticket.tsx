import type { OperatorTicket } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../components/values/instant.tsx'

type News = { messages: OperatorTicket['messages']; isClosed: boolean }

/** What has changed since the answer was begun; undefined when nothing has. */
export function listNews({ messages, state }: OperatorTicket, seen: number): News | undefined {
  const isClosed = state === 'closed'
  return isClosed || messages.length > seen ? { messages: messages.slice(seen), isClosed } : undefined
}

/** New messages above the own answer, before it is sent. */
export function ChangedTicket(props: {
  id: string
  ticket: OperatorTicket
  seen: number
  isPending: boolean
  isEmpty: boolean
  onSend: () => void
  onEdit: () => void
}) {
  const { ticket, isPending, isEmpty, onSend, onEdit } = props
  const { t } = useTranslation('tickets')
  const news = listNews(ticket, props.seen)
  if (!news || isEmpty) return null
  const getAuthor = ({ author, operator }: News['messages'][number]) =>
    author === 'player' ? (ticket.playerName ?? t('thread.player')) : (operator ?? t('thread.support'))
  return (
    <section
      id={props.id}
      tabIndex={-1}
      role="alert"
      aria-label={t('changed.title')}
      className="grid gap-3 rounded-control border border-pending/60 bg-pending/8 p-4"
    >
      <p className="flex items-start gap-2 text-15 font-semibold">
        <CircleAlert size={20} aria-hidden="true" className="mt-px shrink-0 text-pending" />
        {t(news.isClosed ? 'changed.closed' : 'changed.title')}
      </p>
      {news.messages.map((message) => (
        <blockquote key={message.id} className="grid gap-0.5 border-s-2 border-line-strong ps-3">
          <p className="flex flex-wrap gap-x-2 text-13 text-soft">
            <span className="font-semibold text-text">{getAuthor(message)}</span>
            <Instant at={message.createdAt} />
          </p>
          <p className="max-h-48 overflow-y-auto max-md:max-h-28 text-15 wrap-anywhere whitespace-pre-wrap">
            {message.text}
          </p>
        </blockquote>
      ))}
      <div className="flex flex-wrap gap-2">
        <Button size="small" isLoading={isPending} onClick={onSend}>
          {t(news.isClosed ? 'changed.reopenAndSend' : 'changed.send')}
        </Button>
        {!news.isClosed && (
          <Button kind="secondary" size="small" onClick={onEdit}>
            {t('changed.edit')}
          </Button>
        )}
      </div>
    </section>
  )
}
