import type { ContentDraft } from '@playhub/contract/operator'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../components/values/instant.tsx'
import { StateWord } from '../../components/values/state-word.tsx'

/** Says that a draft waits, or who declined it and why. */
export function ReviewNote({ review }: { review: NonNullable<ContentDraft['review']> }) {
  const { t } = useTranslation('content')
  const { declined, isChanged } = review
  const { at, reason } = declined ?? { at: review.requestedAt, reason: review.reason }
  return (
    <p className="flex w-full flex-wrap items-center gap-x-3 gap-y-1 text-13">
      <StateWord tone={declined ? 'bad' : 'waiting'}>
        {declined ? t('review.declinedBy', { name: declined.operator }) : t('review.waits')}
      </StateWord>
      <span className="text-soft">
        <Instant at={at} />
      </span>
      <span className="wrap-anywhere">{reason}</span>
      {isChanged && !declined && <StateWord tone="info">{t('review.isChanged')}</StateWord>}
    </p>
  )
}
