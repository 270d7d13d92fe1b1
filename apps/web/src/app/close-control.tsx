import { X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canBeClosed } from '../lib/embedding.ts'
import { useIsHydrated } from '../lib/hooks.ts'
import { IconButton } from '../ui/button.tsx'
import { leaveHub } from './leave.ts'

const ConfirmDialog = lazy(() =>
  import('../ui/confirm-dialog.tsx').then((m) => ({ default: m.ConfirmDialog })),
)

/** A cross for a hub that somebody else opened: a game, its popup, an app. Asks first. */
export function CloseControl() {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const [isAsked, setIsAsked] = useState<boolean | null>(null)
  if (!isHydrated || !canBeClosed()) return null
  return (
    <>
      <IconButton label={t('header.closeHub')} onClick={() => setIsAsked(true)}>
        <X size={22} aria-hidden="true" />
      </IconButton>
      {isAsked !== null && (
        <Suspense fallback={null}>
          <ConfirmDialog
            isOpen={isAsked}
            title={t('header.closeQuestion')}
            description={t('header.closeText')}
            confirmLabel={t('header.closeConfirm')}
            cancelLabel={t('header.stay')}
            onConfirm={leaveHub}
            onClose={() => setIsAsked(false)}
          />
        </Suspense>
      )}
    </>
  )
}
