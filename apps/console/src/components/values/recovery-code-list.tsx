import { RecoveryCodeList as CodeList } from '@playhub/ui/recovery-code-list.tsx'
import { useTranslation } from 'react-i18next'

/** Recovery codes to copy or to download. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <CodeList
      codes={codes}
      labels={{ copy: t('copy'), copied: t('recoveryCodes.copied'), download: t('download') }}
      file={{ name: 'playhub-console-recovery-codes.txt' }}
      className="bg-ink-1 p-4 text-14"
    />
  )
}
