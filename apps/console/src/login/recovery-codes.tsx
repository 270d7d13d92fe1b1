import { Button } from '@playhub/ui/button.tsx'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RecoveryCodeList } from '../components/values/recovery-code-list.tsx'
import { LoginFrame } from './login-frame.tsx'

/** The codes, which the hub does not show again. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation('login')
  const [isSaved, setIsSaved] = useState(false)
  return (
    <LoginFrame
      step={t('setUp.step', { step: 3, steps: 3 })}
      title={t('setUp.codesTitle')}
      text={t('setUp.codesText')}
    >
      <RecoveryCodeList codes={codes} />
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
