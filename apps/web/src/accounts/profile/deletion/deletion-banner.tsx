import type { Me } from '@playhub/contract'
import { Button } from '@playhub/ui/button.tsx'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useDeletion } from './use-deletion.ts'

/** Shown while the account deletion can be cancelled. */
export function DeletionBanner({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  const { date, isPending, cancel } = useDeletion(me)
  if (me.deletionAt === null) return null
  return (
    <div className="mb-8 flex flex-col gap-4 rounded-card border border-pending/60 bg-pending/10 p-5 md:flex-row md:items-center md:p-6">
      <CalendarClock size={28} aria-hidden="true" className="shrink-0 text-pending" />
      <div className="grow">
        <p className="text-18 font-semibold">{t('deletion.asked', { date })}</p>
        <p className="mt-0.5 text-15 text-pretty text-soft">{t('deletion.askedText')}</p>
      </div>
      <Button isLoading={isPending} onClick={() => cancel(focusHeading)}>
        {t('deletion.keep')}
      </Button>
    </div>
  )
}

/** The banner disappears with the focused button. */
function focusHeading(): void {
  document.querySelector('h1')?.focus()
}
