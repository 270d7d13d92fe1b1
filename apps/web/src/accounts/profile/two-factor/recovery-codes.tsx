import { Button } from '@playhub/ui/button.tsx'
import { RecoveryCodeList } from '@playhub/ui/recovery-code-list.tsx'
import { useTranslation } from 'react-i18next'

/** The codes, which the server does not show again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('profile')
  return (
    <>
      <RecoveryCodeList
        codes={codes}
        labels={{
          copy: t('secondFactor.copyCodes'),
          copied: t('secondFactor.codesCopied'),
          download: t('secondFactor.downloadCodes'),
        }}
        file={{ name: 'playhub-recovery-codes.txt', heading: t('secondFactor.file') }}
        className="justify-center bg-ink-0 px-2 py-3 font-mono text-13"
      />
      <div className="mt-3">
        <Button isWide onClick={onDone}>
          {t('secondFactor.done')}
        </Button>
      </div>
    </>
  )
}
