import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

/** Says that the browser has no connection, for as long as it has none. What is on the page stays there. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="border-b border-line bg-ink-2 px-4 py-2 text-center text-13">{t('offline')}</p>
      )}
    </div>
  )
}

/** A browser that claims to be online may still be wrong; one that claims not to be is right. */
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
