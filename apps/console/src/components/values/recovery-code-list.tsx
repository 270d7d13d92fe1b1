import { Button } from '@playhub/ui/button.tsx'
import { copyText } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { saveFile } from '@playhub/ui/save-file.ts'
import { Copy, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** Recovery codes to copy or to download. */
export function RecoveryCodeList({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation()
  const copy = async () => {
    await copyText(codes.join('\n'))
    toast.success(t('recoveryCodes.copied'))
  }
  const download = () => saveFile('playhub-console-recovery-codes.txt', 'text/plain', `${codes.join('\n')}\n`)
  return (
    <div>
      <ol className="numeric grid gap-1 rounded-control border border-line bg-ink-1 p-4 text-center text-14">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button
          kind="secondary"
          size="small"
          icon={<Copy size={16} aria-hidden="true" />}
          onClick={() => void copy()}
        >
          {t('copy')}
        </Button>
        <Button
          kind="secondary"
          size="small"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={download}
        >
          {t('download')}
        </Button>
      </div>
    </div>
  )
}
