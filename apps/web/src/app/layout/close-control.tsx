import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsHydrated } from '../../lib/context/page-context.ts'
import { canBeClosed } from '../../lib/embedding/embedding.ts'
import { IconButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { leaveHub } from './leave.ts'

/** A cross for a hub that somebody else opened: a game, its popup, an app. Asks first. */
export function CloseControl() {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const [isAsked, setIsAsked] = useState(false)
  if (!isHydrated || !canBeClosed()) return null
  return (
    <>
      <IconButton label={t('header.closeHub')} onClick={() => setIsAsked(true)}>
        <X size={22} aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('header.closeQuestion')}
        description={t('header.closeText')}
        confirmLabel={t('header.closeConfirm')}
        cancelLabel={t('header.stay')}
        onConfirm={() => {
          setIsAsked(false)
          leaveHub()
        }}
        onClose={() => setIsAsked(false)}
      />
    </>
  )
}
