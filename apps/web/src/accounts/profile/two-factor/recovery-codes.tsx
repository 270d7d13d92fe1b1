import { Button } from '@playhub/ui/button.tsx'
import { copyText } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { saveFile } from '@playhub/ui/save-file.ts'
import { Copy, Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'

/** The codes, which the server does not show again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const copy = async () => {
    await copyText(codes.join('\n'))
    toast.success(t('secondFactor.codesCopied'))
  }
  const download = () =>
    saveFile('playhub-recovery-codes.txt', 'text/plain', `${t('secondFactor.file')}\n\n${codes.join('\n')}\n`)
  return (
    <>
      <ol className="numeric grid justify-center gap-1 rounded-control border border-line bg-ink-0 px-2 py-3 text-center font-mono text-13">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="mt-3 grid grid-cols-2 gap-2">
        <Button
          kind="secondary"
          size="small"
          icon={<Copy size={16} aria-hidden="true" />}
          data-keeps-open
          onClick={() => void copy()}
        >
          {t('secondFactor.copyCodes')}
        </Button>
        <Button
          kind="secondary"
          size="small"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={download}
        >
          {t('secondFactor.downloadCodes')}
        </Button>
      </div>
      <div className="mt-3">
        <Button isWide onClick={onDone}>
          {t('secondFactor.done')}
        </Button>
      </div>
    </>
  )
}
