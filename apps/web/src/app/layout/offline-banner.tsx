import { useTranslation } from 'react-i18next'
import { useIsOnline } from '../../lib/offline/connection.ts'

/** Shown while there is no connection to the hub. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-banner w-fit rounded-control border border-line bg-ink-2 px-4 py-3 text-13 shadow-float">
          {t('offline')}
        </p>
      )}
    </div>
  )
}
