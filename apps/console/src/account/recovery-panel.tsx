import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { ActionRow } from '../components/layout/action-row.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { RecoveryCodeList } from '../components/values/recovery-code-list.tsx'
import { callOperator } from '../lib/api.ts'

/** Replaces the recovery codes, which are shown once. */
export function RecoveryPanel() {
  const { t } = useTranslation(['account', 'common'])
  const [isOpen, setIsOpen] = useState(false)
  const [codes, setCodes] = useState<string[]>()
  const renew = async () =>
    setCodes((await callOperator('POST /session/recovery-codes')).data.result.recoveryCodes)
  return (
    <Panel title={t('recovery.title')}>
      <ActionRow title={t('recovery.renew')} text={t('recovery.text')}>
        <Button kind="secondary" size="small" onClick={() => setIsOpen(true)}>
          {t('recovery.action')}
        </Button>
      </ActionRow>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('recovery.question')}
        consequence={t('recovery.consequence')}
        confirmLabel={t('recovery.action')}
        onConfirm={renew}
      />
      <Dialog
        isOpen={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title={t('recovery.shownTitle')}
        description={t('recovery.shownText')}
        mustBeAnswered
        actions={
          <Button size="small" onClick={() => setCodes(undefined)}>
            {t('recovery.saved')}
          </Button>
        }
      >
        <RecoveryCodeList codes={codes ?? []} />
      </Dialog>
    </Panel>
  )
}
