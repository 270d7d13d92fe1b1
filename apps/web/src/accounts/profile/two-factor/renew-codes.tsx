import { Button } from '@playhub/ui/button.tsx'
import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../../lib/api/api.ts'
import { useAction } from '../../../lib/feedback/use-action.ts'
import { useReauthentication } from '../../reauthentication/reauthentication.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

/**
 * A button to replace the recovery codes, after a question. It shows the new ones, which must be saved before the
 * dialog closes.
 */
export function RenewCodes() {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const [isAsking, setIsAsking] = useState(false)
  const [codes, setCodes] = useState<string[]>([])
  const [isShowing, setIsShowing] = useState(false)
  const [isPending, run] = useAction()
  const withReauthentication = useReauthentication()
  const stopAsking = () => setIsAsking(false)
  const replace = async () => {
    const response = await call('POST /me/second-factor/recovery-codes')
    stopAsking()
    setCodes(response.data.result.recoveryCodes)
    setIsShowing(true)
    toast.success(t('secondFactor.renewed'))
  }
  const close = () => {
    setIsShowing(false)
    void revalidate()
  }
  return (
    <>
      <Button kind="secondary" size="small" onClick={() => setIsAsking(true)}>
        {t('secondFactor.renew')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('secondFactor.renewQuestion')}
        description={t('secondFactor.renewConsequence')}
        confirmLabel={t('secondFactor.renew')}
        isLoading={isPending}
        onConfirm={() => void run(async () => void (await withReauthentication(replace, stopAsking)))}
        onClose={stopAsking}
      />
      <Dialog
        isOpen={isShowing}
        onClose={close}
        mustBeAnswered
        title={t('secondFactor.codesTitle')}
        description={t('secondFactor.codesText')}
      >
        <RecoveryCodes codes={codes} onDone={close} />
      </Dialog>
    </>
  )
}
