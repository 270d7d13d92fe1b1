import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

/** Shown while the browser is offline. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="offline-banner fixed inset-x-4 top-20 z-20 mx-auto w-fit rounded-control border border-line bg-ink-2 px-4 py-3 text-13 shadow-float">
          {t('offline')}
        </p>
      )}
    </div>
  )
}

/** `onLine` may be true without a connection, but it is never false with one. */
function useIsOnline(): boolean {
  return useSyncExternalStore(
    listen,
    () => navigator.onLine,
    () => true,
  )
}

function listen(onChange: () => void) {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
