import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { ShieldAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { formatDayAndMonth } from '../../../lib/language/format-date.ts'
import { useReauthentication } from '../../reauthentication/reauthentication.tsx'

/** Announces a pending undo requested by email. */
export function PendingUndoBanner({ undoAt }: { undoAt: number }) {
  const { t, i18n } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const withReauthentication = useReauthentication()
  const [isPending, run] = useAction()
  const stop = () =>
    run(async () => {
      if (!(await withReauthentication(async () => void (await call('POST /me/pending-undo/stop'))))) return
      toast.success(t('changes.stopped'))
      // The banner disappears with the focused button.
      document.querySelector('h1')?.focus()
      await revalidate()
    })
  return (
    <div className="mb-8 flex flex-col gap-4 rounded-card border border-pending/60 bg-pending/10 p-5 md:flex-row md:items-center md:p-6">
      <ShieldAlert size={28} aria-hidden="true" className="shrink-0 text-pending" />
      <div className="grow">
        <p className="text-18 font-semibold">
          {t('changes.undoAt', { date: formatDayAndMonth(undoAt, i18n.language) })}
        </p>
        <p className="mt-0.5 text-15 text-pretty text-soft">{t('changes.undoText')}</p>
      </div>
      <Button isLoading={isPending} onClick={() => void stop()}>
        {t('changes.stop')}
      </Button>
    </div>
  )
}
