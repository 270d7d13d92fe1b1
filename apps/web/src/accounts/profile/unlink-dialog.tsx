import type { Identity } from '@playhub/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'

/** Asks before a way in is taken off the account. Its words stay while it fades. */
export function UnlinkDialog({ identity, onClose }: { identity: Identity | null; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { revalidate } = useRevalidator()
  const [isUnlinking, attempt] = useAction()
  const [shown, setShown] = useState(identity)
  if (identity && identity !== shown) setShown(identity)
  if (!shown) return null
  const method = common(`authMethod.${shown.provider}`)
  const unlink = () =>
    attempt(async () => {
      await call('POST /me/identities/unlink', { body: { provider: shown.provider } })
      toast.success(t('identities.unlinked', { method }))
      onClose()
      await revalidate()
    })
  return (
    <ConfirmDialog
      isOpen={identity !== null}
      title={t('identities.question', { method })}
      description={t(shown.provider === 'mail' ? 'identities.consequenceOfMail' : 'identities.consequence')}
      confirmLabel={t('identities.unlink')}
      isDanger
      isLoading={isUnlinking}
      onConfirm={() => void unlink()}
      onClose={onClose}
    />
  )
}
