import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'

/** A provider's form is not there: it did not open, or it closed before the payment was over. */
export function FormDidNotOpen(props: {
  why?: 'failed' | 'closed'
  onRetry: () => void
  onReconsider: () => void
}) {
  const { t } = useTranslation(['payments', 'common'])
  const { why = 'failed' } = props
  return (
    <div role="alert" className="surface p-5">
      <p className="text-18 font-semibold">{t(`form.${why}.title`)}</p>
      <p className="mt-1 text-15 text-pretty text-soft">{t(`form.${why}.text`)}</p>
      <div className="mt-5 flex flex-col gap-2 md:flex-row md:flex-wrap">
        <Button icon={<RefreshCw size={18} aria-hidden="true" />} onClick={props.onRetry}>
          {t(why === 'failed' ? 'common:retry' : 'form.closed.reopen')}
        </Button>
        <Button kind="secondary" onClick={props.onReconsider}>
          {t('form.another')}
        </Button>
      </div>
    </div>
  )
}
