import type { TicketMessage } from '@playhub/contract'
import { cx } from '@playhub/ui/cx.ts'
import { useTranslation } from 'react-i18next'
import { formatDateTime } from './tickets.ts'

/** Messages from player and support, with their line breaks. */
export function TicketMessages({ messages }: { messages: TicketMessage[] }) {
  const { t } = useTranslation('support')
  if (messages.length === 0) return <p className="mt-6 text-15 text-soft">{t('noMessages')}</p>
  return (
    <ol aria-label={t('messages')} className="mt-6 flex flex-col gap-4">
      {messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </ol>
  )
}

function Message({ message: { author, text, createdAt } }: { message: TicketMessage }) {
  const { t, i18n } = useTranslation('support')
  const isOwn = author === 'player'
  return (
    <li
      className={cx(
        'max-w-[85%] rounded-card border px-4 py-3',
        isOwn ? 'self-end border-line bg-ink-2' : 'self-start border-cool/40 bg-cool/8',
      )}
    >
      <p className="mb-1 flex flex-wrap gap-x-2 text-13 text-soft">
        <span className="font-semibold text-text">{t(`author.${author}`)}</span>
        <time dateTime={new Date(createdAt).toISOString()}>{formatDateTime(createdAt, i18n.language)}</time>
      </p>
      <p className="text-15 wrap-anywhere whitespace-pre-line">{text}</p>
    </li>
  )
}
