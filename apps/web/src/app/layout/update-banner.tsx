import { Button } from '@playhub/ui/button.tsx'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useIsPlaying } from '../../lib/context/page-context.ts'
import { setOutdated, useIsOutdated } from '../../lib/offline/release.ts'

/** Offers a reload once for each new release. It waits until a game or a payment is over. */
export function UpdateBanner() {
  const { t } = useTranslation()
  const isOutdated = useIsOutdated()
  const isPlaying = useIsPlaying()
  const isPaying = useLocation().pathname.startsWith('/payments/')
  const isShown = isOutdated && !isPlaying && !isPaying
  return (
    <div role="status">
      {isShown && (
        <div className="update-banner flex w-fit flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-card border border-line bg-ink-2 p-3 ps-4 text-15 shadow-float">
          <p className="grow">{t('update.ready')}</p>
          <div className="flex gap-2">
            <Button kind="secondary" size="small" onClick={() => setOutdated(false)}>
              {t('update.later')}
            </Button>
            <Button
              size="small"
              icon={<RefreshCw size={16} aria-hidden="true" />}
              onClick={() => window.location.reload()}
            >
              {t('update.reload')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
