import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { CodeField } from '@playhub/ui/form/code-field.tsx'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callOperator } from '../../lib/api.ts'
import { getErrorMessage } from '../../lib/error-message.ts'
import { arePasskeysOffered, PasskeyCancelled, requestPasskey } from '../../lib/passkeys.ts'
import { useReauthenticationRequest } from '../../lib/reauthentication.ts'
import { useAction } from '../../lib/use-action.ts'

/** Asks for a code or a passkey when a call needs a recent reauthentication; the call is then repeated. */
export function ReauthenticationDialog() {
  const { t } = useTranslation()
  const request = useReauthenticationRequest()
  return (
    <Dialog
      isOpen={request !== undefined}
      onClose={() => request?.finish(false)}
      title={t('proof.title')}
      description={t('proof.text')}
    >
      {request && <ReauthenticationForm onProved={() => request.finish(true)} />}
    </Dialog>
  )
}

function ReauthenticationForm({ onProved }: { onProved: () => void }) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isPending, run] = useAction((failure) => {
    if (failure instanceof PasskeyCancelled) return
    setCode('')
    setError(getErrorMessage(failure))
  })
  const sendCode = (complete: string) =>
    run(async () => {
      await callOperator('POST /session/proof/code', { body: { code: complete } })
      onProved()
    })
  const provePasskey = () =>
    run(async () => {
      const options = (await callOperator('POST /session/proof/passkey/options')).data.result
      const passkey = await requestPasskey(options)
      await callOperator('POST /session/proof/passkey', { body: { passkey } })
      onProved()
    })
  return (
    <div className="grid gap-4">
      <CodeField
        label={t('proof.code')}
        value={code}
        onChange={(next) => {
          setCode(next)
          setError(undefined)
        }}
        onComplete={(complete) => void sendCode(complete)}
        error={error}
        isDisabled={isPending}
        autoFocus
      />
      {arePasskeysOffered() && (
        <Button
          kind="secondary"
          size="small"
          icon={<KeyRound size={16} aria-hidden="true" />}
          isLoading={isPending}
          onClick={() => void provePasskey()}
        >
          {t('proof.passkey')}
        </Button>
      )}
    </div>
  )
}
