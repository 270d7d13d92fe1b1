import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'

/** The screen may be stale, and nothing can be changed now. */
export function OfflineBanner() {
  const { t } = useTranslation()
  const isOnline = useIsOnline()
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center gap-2 border-b border-line bg-pending/12 px-4 py-2 text-13 md:px-6">
          <WifiOff size={16} aria-hidden="true" className="shrink-0 text-pending" />
          {t('offline')}
        </p>
      )}
    </div>
  )
}

/** False while the browser reports no connection. */
function useIsOnline(): boolean {
  return useSyncExternalStore(listen, () => navigator.onLine)
}

function listen(onChange: () => void): () => void {
  addEventListener('online', onChange)
  addEventListener('offline', onChange)
  return () => {
    removeEventListener('online', onChange)
    removeEventListener('offline', onChange)
  }
}
