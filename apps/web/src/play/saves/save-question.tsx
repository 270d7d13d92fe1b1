import { ConfirmDialog } from '@playhub/ui/dialog/confirm-dialog.tsx'
import { useTranslation } from 'react-i18next'
import type { OpenQuestion } from './use-game-saves.ts'

/** "Two saves of Treasure Island": the player chooses one to go on with. The other stays a restorable version. */
export function SaveQuestion({ name, question }: { name: string; question: OpenQuestion }) {
  const { t, i18n } = useTranslation('play')
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const { deviceSavedAt, accountSavedAt, choose } = question
  return (
    <ConfirmDialog
      isOpen
      title={<span className="wrap-anywhere">{t('saves.title', { name })}</span>}
      description={
        <>
          {t('saves.device', { when: format.format(deviceSavedAt) })}
          <br />
          {accountSavedAt === null
            ? t('saves.accountRemoved')
            : t('saves.account', { when: format.format(accountSavedAt) })}
          <br />
          {t('saves.kept')}
        </>
      }
      confirmLabel={t('saves.useDevice')}
      cancelLabel={t('saves.useAccount')}
      onConfirm={() => choose('device')}
      onClose={() => choose('account')}
    />
  )
}
