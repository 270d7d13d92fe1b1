import type { TwoFactorSetup } from '@playhub/contract'
import { CopyButton } from '@playhub/ui/copy-button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/api.ts'
import { CodeForm } from '../../email-code/code-form.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

const FADE_MS = 300

/**
 * Connects an authenticator app, then shows the recovery codes, which have to be saved before the dialog closes.
 * @param onClose  Called when the dialog has faded out.
 */
export function SetupDialog({ setup, onClose }: { setup: TwoFactorSetup; onClose: () => void }) {
  const { t } = useTranslation('profile')
  const [recoveryCodes, setRecoveryCodes] = useState<string[] | null>(null)
  const [isOpen, setIsOpen] = useState(true)
  const close = () => {
    setIsOpen(false)
    setTimeout(onClose, FADE_MS)
  }
  const confirm = async (code: string) => {
    const response = await call('POST /me/second-factor', { body: { code } })
    setRecoveryCodes(response.data.result.recoveryCodes)
    toast.success(t('secondFactor.turnedOn'))
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      mustBeAnswered={recoveryCodes !== null}
      title={t(recoveryCodes ? 'secondFactor.codesTitle' : 'secondFactor.setupTitle')}
      description={t(recoveryCodes ? 'secondFactor.codesText' : 'secondFactor.setupText')}
    >
      {recoveryCodes ? (
        <RecoveryCodes codes={recoveryCodes} onDone={close} />
      ) : (
        <div className="flex flex-col gap-4">
          <QrCode setup={setup} />
          <CodeForm
            label={t('secondFactor.codeLabel')}
            send={confirm}
            codeRefusals={['SECOND_FACTOR_CODE_INCORRECT']}
          />
        </div>
      )}
    </Dialog>
  )
}

/** Dark on white in both themes, because some cameras do not read the inverse. */
function QrCode({ setup: { secret, uri } }: { setup: TwoFactorSetup }) {
  const { t } = useTranslation('profile')
  return (
    <div className="flex flex-col items-center gap-3">
      <div className="overflow-hidden rounded-control">
        <QRCodeSVG value={uri} size={208} marginSize={4} title={t('secondFactor.qrCode')} />
      </div>
      <div className="w-full rounded-control border border-line bg-ink-0 ps-4">
        <p className="pt-2 text-13 text-soft">{t('secondFactor.secret')}</p>
        <div className="flex items-center justify-between gap-2">
          <code className="numeric min-w-0 text-15 wrap-anywhere">{inGroups(secret)}</code>
          <CopyButton
            text={secret}
            label={t('secondFactor.copySecret')}
            confirmation={t('secondFactor.secretCopied')}
          />
        </div>
      </div>
    </div>
  )
}

/** Easier to type. */
const inGroups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ')
