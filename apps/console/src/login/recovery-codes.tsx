import { Button } from '@playhub/ui/button.tsx'
import { copyText } from '@playhub/ui/copy-button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { saveFile } from '@playhub/ui/save-file.ts'
import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LoginFrame } from './login-frame.tsx'

/** The codes, which the hub does not show again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('login')
  const [isSaved, setIsSaved] = useState(false)
  const copy = async () => {
    await copyText(codes.join('\n'))
    toast.success(t('setUp.codesCopied'))
  }
  const download = () => saveFile('playhub-console-recovery-codes.txt', 'text/plain', `${codes.join('\n')}\n`)
  return (
    <LoginFrame
      step={t('setUp.step', { step: 3, steps: 3 })}
      title={t('setUp.codesTitle')}
      text={t('setUp.codesText')}
    >
      <ol className="numeric grid grid-cols-2 gap-x-4 gap-y-1.5 rounded-control border border-line bg-ink-1 p-4 text-center font-mono text-14">
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
          {t('setUp.copyCodes')}
        </Button>
        <Button
          kind="secondary"
          size="small"
          icon={<Download size={16} aria-hidden="true" />}
          onClick={download}
        >
          {t('setUp.downloadCodes')}
        </Button>
      </div>
      <div className="mt-5 grid gap-4">
        <Checkbox
          label={t('setUp.saved')}
          checked={isSaved}
          onChange={(event) => setIsSaved(event.target.checked)}
        />
        <Button isWide isDisabled={!isSaved} disabledReason={t('setUp.saveFirst')} onClick={onDone}>
          {t('setUp.finish')}
        </Button>
      </div>
    </LoginFrame>
  )
}
