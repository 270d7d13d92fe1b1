import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { callOperator } from '../lib/api.ts'
import type { GameServerKey } from './types.ts'

export function RevokeButton({ serverKey: { id, name } }: { serverKey: GameServerKey }) {
  const { t } = useTranslation('game-servers')
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const revoke = async (reason: string) => {
    await callOperator('POST /keys/{id}/revoke', { params: { id }, body: { reason } })
    toast.success(t('keys.revoked', { name }))
    await revalidate()
  }
  return (
    <>
      <Button kind="quiet" size="small" onClick={() => setIsOpen(true)}>
        {t('keys.revoke')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('keys.revokeQuestion', { name })}
        consequence={t('keys.revokeConsequence')}
        confirmLabel={t('keys.revoke')}
        isDanger
        asksReason
        onConfirm={({ reason }) => revoke(reason)}
      />
    </>
  )
}
