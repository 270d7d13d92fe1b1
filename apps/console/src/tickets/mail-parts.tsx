import type { OperatorTicket } from '@playhub/contract/operator'
import { Download, ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'

type Message = OperatorTicket['messages'][number]

const bytesPerKilobyte = 1024

/** What only messages from emails have: who sent it, the message that it quotes, and attachments. */
export function MailParts({ message }: { message: Message }) {
  const { t, i18n } = useTranslation('tickets')
  const { quoted, unverifiedSender, attachments, omittedAttachments } = message
  const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  return (
    <>
      {unverifiedSender && (
        <p className="mt-2 flex items-start gap-2 text-13 wrap-anywhere text-pending">
          <ShieldAlert size={15} aria-hidden="true" className="mt-0.5 shrink-0" />
          {t('mail.unverified', { email: unverifiedSender })}
        </p>
      )}
      {quoted && (
        <details className="mt-2 text-13 text-soft">
          <summary className="cursor-pointer py-1">{t('mail.quoted')}</summary>
          <p className="mt-1 border-s-2 border-line ps-3 wrap-anywhere whitespace-pre-wrap">{quoted}</p>
        </details>
      )}
      {attachments.length > 0 && (
        <ul aria-label={t('mail.attachments')} className="mt-2 grid gap-1 text-13">
          {attachments.map(({ id, name, url, sizeBytes }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-2">
              <Download size={15} aria-hidden="true" className="shrink-0 text-soft" />
              {url === null ? (
                <span className="wrap-anywhere">{name}</span>
              ) : (
                <a href={url} download={name} rel="noreferrer" className="wrap-anywhere underline">
                  {name}
                </a>
              )}
              <span className="text-soft">
                {t('mail.size', { kilobytes: format.format(Math.max(1, sizeBytes / bytesPerKilobyte)) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      {omittedAttachments > 0 && (
        <p className="mt-2 text-13 text-soft">{t('mail.omitted', { count: omittedAttachments })}</p>
      )}
    </>
  )
}
