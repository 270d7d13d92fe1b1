import type { ResultEnvelope } from '@playhub/contract/events'
import { IconButton } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsHydrated } from '../../lib/context/page-context.ts'
import { canBeClosed } from '../../lib/embedding/embedding.ts'
import type { Receiver } from '../../lib/embedding/receiver.ts'

/** Closes a hub opened by a game or an app, after a confirmation. */
export function CloseButton() {
  const { t } = useTranslation()
  const isHydrated = useIsHydrated()
  const [isConfirming, setIsConfirming] = useState(false)
  if (!isHydrated || !canBeClosed()) return null
  return (
    <>
      <IconButton label={t('header.closeHub')} onClick={() => setIsConfirming(true)}>
        <X size={22} aria-hidden="true" />
      </IconButton>
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('header.closeQuestion')}
        description={t('header.closeText')}
        confirmLabel={t('header.closeConfirm')}
        cancelLabel={t('header.stay')}
        isDanger
        onConfirm={() => {
          setIsConfirming(false)
          leaveHub()
        }}
        onClose={() => setIsConfirming(false)}
      />
    </>
  )
}

const closedResult: ResultEnvelope = { data: null, type: 'closed', isError: false, errorCode: null }

/** Returns to the opener: a frame asks its host to remove it, a popup closes, an app or a site gets the player back. */
async function leaveHub(): Promise<void> {
  const receiver = await deliverClosing().catch(() => null)
  if (receiver === null || receiver === 'window') window.close()
}

async function deliverClosing(): Promise<Receiver | null> {
  const { deliverResult } = await import('../../lib/embedding/result-delivery.ts')
  return deliverResult('/session/loginDone', () => closedResult)
}
