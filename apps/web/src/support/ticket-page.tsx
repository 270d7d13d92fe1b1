import type { TicketThread } from '@playhub/contract'
import { AsyncSection } from '@playhub/ui/async-section.tsx'
import { LinkButton } from '@playhub/ui/button.tsx'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { LoadingSkeleton } from '@playhub/ui/skeleton.tsx'
import { ArrowLeft, MailCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { Illustration } from '../ui/illustrations.tsx'
import { ResultScreen } from '../ui/result-screen.tsx'
import { AnswerForm } from './answer-form.tsx'
import { TicketChip } from './ticket-chip.tsx'
import { TicketMessages } from './ticket-messages.tsx'
import { supportFormUrl, useTicketName } from './tickets.ts'

/** A ticket: state, facts, messages, and the form for an answer. */
export function TicketPage({ ticket }: { ticket: Promise<TicketThread | null> }) {
  return (
    <AsyncSection promise={ticket} skeleton={<TicketSkeleton />}>
      {(loaded) => (loaded ? <Thread ticket={loaded} /> : <NoTicket />)}
    </AsyncSection>
  )
}

function Thread({ ticket }: { ticket: TicketThread }) {
  const { t } = useTranslation('support')
  const getTicketName = useTicketName()
  const isSent = useLocation().state?.isSent === true
  return (
    <div className="max-w-3xl">
      <a
        href={supportFormUrl()}
        className="-ms-1 inline-flex min-h-11 items-center gap-2 px-1 text-15 text-soft hover:text-text"
      >
        <ArrowLeft size={18} aria-hidden="true" />
        {t('all')}
      </a>
      <div className="mt-2 mb-5 flex flex-wrap items-center justify-between gap-3">
        <h1 tabIndex={-1} className="heading text-24 text-pretty md:text-34">
          {getTicketName(ticket)}
        </h1>
        <TicketChip state={ticket.state} />
      </div>
      {isSent && ticket.state === 'open' && <ReceivedBanner />}
      <Facts ticket={ticket} />
      <TicketMessages messages={ticket.messages} />
      <Reply ticket={ticket} />
    </div>
  )
}

function Reply({ ticket: { id, state, reopensUntil, paymentId } }: { ticket: TicketThread }) {
  const { t } = useTranslation('support')
  if (state !== 'closed') return <AnswerForm id={id} />
  if (!reopensUntil) return <Closed paymentId={paymentId} text={t('closed')} />
  return (
    <>
      <Closed paymentId={paymentId} text={t('closedRecently')} />
      <AnswerForm id={id} />
    </>
  )
}

function ReceivedBanner() {
  const { t } = useTranslation('support')
  return (
    <p
      role="status"
      className="mb-5 flex items-start gap-3 rounded-control border border-paid/50 bg-paid/10 px-4 py-3.5 text-15 font-medium"
    >
      <MailCheck size={20} aria-hidden="true" className="mt-px shrink-0 text-paid" />
      {t('received')}
    </p>
  )
}

function Facts({ ticket }: { ticket: TicketThread }) {
  const { t } = useTranslation('support')
  return (
    <dl className="surface flex flex-col gap-3 p-4 md:flex-row md:flex-wrap md:gap-x-10 md:px-6">
      {ticket.title !== null && (
        <div className="min-w-0">
          <dt className="text-13 text-soft">{t('item')}</dt>
          <dd className="flex items-center text-15 md:min-h-11">{ticket.title}</dd>
        </div>
      )}
      {ticket.paymentId && (
        <div className="min-w-0">
          <dt className="text-13 text-soft">{t('form.paymentId')}</dt>
          <dd className="flex items-center gap-1 text-15">
            <span className="break-all">{ticket.paymentId}</span>
            <CopyButton
              text={ticket.paymentId}
              label={t('form.copyPaymentId')}
              confirmation={t('form.paymentIdCopied')}
            />
          </dd>
        </div>
      )}
      <div className="min-w-0">
        <dt className="text-13 text-soft">{t('answersGoTo')}</dt>
        <dd className="flex items-center text-15 break-all md:min-h-11">{ticket.email}</dd>
      </div>
    </dl>
  )
}

function Closed({ paymentId, text }: { paymentId: string | null; text: string }) {
  const { t } = useTranslation('support')
  return (
    <div className="mt-6 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-6">
      <p className="text-15 text-soft">{text}</p>
      <LinkButton href={supportFormUrl(paymentId)} kind="secondary">
        {t('askAnew')}
      </LinkButton>
    </div>
  )
}

function NoTicket() {
  const { t } = useTranslation('support')
  return (
    <ResultScreen
      picture={<Illustration name="not-found" />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      actions={<LinkButton href={supportFormUrl()}>{t('all')}</LinkButton>}
    />
  )
}

/** Includes the heading, so screen readers announce the page at once. */
function TicketSkeleton() {
  const { t } = useTranslation('support')
  return (
    <div className="max-w-3xl">
      <h1 tabIndex={-1} className="heading mb-5 text-24 md:text-34">
        {t('title')}
      </h1>
      <LoadingSkeleton className="h-80 w-full" />
    </div>
  )
}
