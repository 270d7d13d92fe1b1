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

/** The shell is made anew when a page that was on its way arrives; a question asked by then stays open. */
let openQuestion: true | null = null

/** A cross for a hub that somebody else opened: a game, its popup, an app. Asks first. */
export function CloseControl() {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const [isAsked, setIsAsked] = useState<boolean | null>(() => openQuestion)
  const ask = (isOpen: boolean) => {
    openQuestion = isOpen || null
    setIsAsked(isOpen)
  }
  if (!isHydrated || !canBeClosed()) return null
  return (
    <>
      <IconButton label={t('header.closeHub')} onClick={() => ask(true)}>
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
            onConfirm={() => {
              ask(false)
              leaveHub()
            }}
            onClose={() => ask(false)}
          />
        </Suspense>
      )}
    </>
  )
}
