import { AsyncSection } from '@playhub/ui/async-section.tsx'
import { LoadingSkeleton } from '@playhub/ui/skeleton.tsx'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { SupportFormData } from './load-support.ts'
import { SupportRequest } from './support-request.tsx'
import { TicketList } from './ticket-list.tsx'

/** The form for a new ticket, its order, and the player's earlier tickets. */
export function SupportForm({ paymentId, prefill, tickets }: SupportFormData) {
  const { t } = useTranslation('support')
  const id = useId()
  return (
    <>
      <h1 tabIndex={-1} className="heading text-24 md:text-34">
        {t('title')}
      </h1>
      <p className="mt-2 mb-6 max-w-2xl text-15 text-pretty text-soft md:mb-8">{t('lead')}</p>
      <AsyncSection key={paymentId} promise={prefill} skeleton={<LoadingSkeleton className="h-220 w-full" />}>
        {(loaded) => <SupportRequest paymentId={paymentId} prefill={loaded} />}
      </AsyncSection>
      <section aria-labelledby={id} className="mt-10 border-t border-line pt-8">
        <h2 id={id} className="heading mb-4 text-18">
          {t('yours')}
        </h2>
        <AsyncSection promise={tickets} skeleton={<LoadingSkeleton className="h-20 w-full" />}>
          {(loaded) => <TicketList tickets={loaded} />}
        </AsyncSection>
      </section>
    </>
  )
}
