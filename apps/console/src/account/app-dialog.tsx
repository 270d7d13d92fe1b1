import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { CodeField } from '@playhub/ui/form/code-field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { AppSecret } from '../components/values/app-secret.tsx'
import { callOperator } from '../lib/api.ts'
import { getErrorMessage } from '../lib/error-message.ts'
import { useReauthenticationRequest } from '../lib/reauthentication.ts'
import { useAction } from '../lib/use-action.ts'

export type NewApp = OperatorRouteResponse<'POST /session/app'>['data']['result']

/** Shows a secret for an authenticator app, whose first code adds it. */
export function AppDialog({ app, onClose }: { app: NewApp | undefined; onClose: () => void }) {
  const { t } = useTranslation('account')
  // The code dialog takes its place.
  const isProving = useReauthenticationRequest() !== undefined
  return (
    <Dialog
      isOpen={app !== undefined && !isProving}
      onClose={onClose}
      title={t('factors.appTitle')}
      description={t('factors.appText')}
    >
      {app && <AppForm app={app} onClose={onClose} />}
    </Dialog>
  )
}

function AppForm({ app, onClose }: { app: NewApp; onClose: () => void }) {
  const { t } = useTranslation('account')
  const { revalidate } = useRevalidator()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [isPending, run] = useAction((failure) => {
    setCode('')
    setError(getErrorMessage(failure))
  })
  const confirm = (complete: string) =>
    run(async () => {
      const { secret, ticket } = app
      await callOperator('POST /session/app/code', { body: { secret, ticket, code: complete } })
      toast.success(t('factors.appDone'))
      onClose()
      await revalidate()
    })
  return (
    <div className="grid gap-5">
      <AppSecret secret={app.secret} uri={app.secretUri} />
      <CodeField
        label={t('factors.firstCode')}
        value={code}
        onChange={(next) => {
          setCode(next)
          setError(undefined)
        }}
        onComplete={(complete) => void confirm(complete)}
        error={error}
        isDisabled={isPending}
      />
    </div>
  )
}
