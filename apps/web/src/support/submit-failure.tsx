import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApiUnreachable } from '../lib/api/api.ts'
import { useErrorMessage } from '../lib/feedback/error-message.ts'
import type { SendTrouble } from './use-ticket-submit.ts'

/** A letter that was not sent: a failed payment's word (specification §8), and why. Announced when it appears. */
export function NotSent({ trouble }: { trouble: SendTrouble | null }) {
  const { t } = useTranslation()
  const words = useWhy()
  return (
    <div role="alert" className="empty:hidden">
      {trouble && (
        <p className="flex items-start gap-2 rounded-control border border-fail/60 bg-fail/8 px-4 py-3 text-15">
          <CircleAlert size={20} aria-hidden="true" className="mt-px shrink-0 text-fail" />
          <span>
            <strong className="font-semibold">{t('status.fail')}.</strong> {words(trouble)}
          </span>
        </p>
      )}
    </div>
  )
}

function useWhy(): (trouble: SendTrouble) => string {
  const { t } = useTranslation('support')
  const words = useErrorMessage()
  return (trouble) => {
    if (trouble instanceof ApiUnreachable) return t('unreachable')
    const { retryInSeconds } = trouble.details
    if (trouble.code === 'TICKETS_TOO_MANY' && typeof retryInSeconds === 'number')
      return t('tooMany', { count: Math.ceil(retryInSeconds / 60) })
    return words(trouble.code) ?? ''
  }
}
