import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'

/** Asks before an edited form is left. */
export function UnsavedGuard({ isEdited }: { isEdited: boolean }) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isEdited && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!isEdited) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isEdited])
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={t('unsaved.title')}
      description={t('unsaved.text')}
      confirmLabel={t('unsaved.leave')}
      cancelLabel={t('unsaved.stay')}
      isDanger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  )
}
