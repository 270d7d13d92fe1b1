import { zodResolver } from '@hookform/resolvers/zod'
import { passwordField, twoFactorCodeField } from '@playhub/contract/forms'
import type { ReauthenticationMethod } from '@playhub/contract/payment-methods'
import { Button } from '@playhub/ui/button.tsx'
import { Dialog } from '@playhub/ui/dialog/dialog.tsx'
import { useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { showErrorToast } from '../../lib/feedback/load.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { PasswordField } from '../forms/account-fields.tsx'
import type { OAuthMethod } from '../oauth/flow.ts'
import { toToast } from '../oauth/flow-result.ts'
import { MethodIcon } from '../oauth/method-icon.tsx'
import { useOAuthFlow } from '../oauth/use-oauth-flow.ts'
import { WaitingPanel } from '../oauth/waiting-panel.tsx'
import { arePasskeysOffered } from '../passkeys/availability.ts'
import { requestPasskey, showPasskeyError } from '../passkeys/ceremony.ts'

type DialogProps = {
  email: string | null
  onFinish: (isProved: boolean) => void
}

/**
 * Asks the player to prove who they are: by password, passkey or a linked provider.
 * @param methods  Null closes the dialog. It keeps the last ones, so they stay while it fades out.
 */
export function ReauthenticationDialog({
  methods,
  ...props
}: DialogProps & { methods: ReauthenticationMethod[] | null }) {
  const { t } = useTranslation('profile')
  const [shown, setShown] = useState(methods)
  if (methods && methods !== shown) setShown(methods)
  if (!shown) return null
  return (
    <Dialog
      isOpen={methods !== null}
      onClose={() => props.onFinish(false)}
      title={t('proof.title')}
      description={t('proof.text')}
    >
      <Methods methods={shown} {...props} />
    </Dialog>
  )
}

function Methods({ methods, email, onFinish }: DialogProps & { methods: ReauthenticationMethod[] }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const { stage, begin, retry, cancel } = useOAuthFlow('confirm', (result) => {
    if (result.name === 'confirmed') onFinish(true)
    if (result.name === 'failed') showErrorToast(toToast(result.errorCode))
  })
  if (stage.name === 'waiting') return <WaitingPanel stage={stage} onRetry={retry} onCancel={cancel} />
  const providers = methods.filter(
    (method): method is OAuthMethod => method !== 'mail' && method !== 'passkey',
  )
  const hasPasskey = methods.includes('passkey') && arePasskeysOffered()
  const opening = stage.name === 'starting' ? stage.method : null
  return (
    <div className="flex flex-col gap-2">
      {methods.includes('mail') && <PasswordReauthentication email={email} onProved={() => onFinish(true)} />}
      {hasPasskey && <PasskeyReauthentication onProved={() => onFinish(true)} />}
      {providers.map((method) => (
        <Button
          key={method}
          kind="secondary"
          isWide
          icon={<MethodIcon method={method} />}
          isLoading={opening === method}
          onClick={() => begin(method)}
        >
          {t('proof.by', { method: common(`authMethod.${method}`) })}
        </Button>
      ))}
      {!methods.includes('mail') && !hasPasskey && providers.length === 0 && (
        <p className="text-15 text-pretty text-soft">{t('proof.none')}</p>
      )}
    </div>
  )
}

const passwordForm = z.object({ password: passwordField, code: z.string() })
const passwordAndCodeForm = z.object({ password: passwordField, code: twoFactorCodeField })

/** The field for a code appears when the server asks for one. */
function PasswordReauthentication({ email, onProved }: { email: string | null; onProved: () => void }) {
  const { t } = useTranslation('profile')
  const getErrorMessage = useErrorMessage()
  const [needsCode, setNeedsCode] = useState(false)
  const form = useForm({
    resolver: zodResolver(needsCode ? passwordAndCodeForm : passwordForm),
    mode: 'onTouched',
    defaultValues: { password: '', code: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = useSubmit(
    form,
    countingFailures(async ({ password, code }) => {
      const body = needsCode ? { password, code } : { password }
      await call('POST /me/reauthentication/password', { body })
      onProved()
    }),
    [
      [
        ['INVALID_PASSWORD_LOGIN_BY_EMAIL'],
        ({ code }) => {
          form.setError('password', { message: code })
          form.setFocus('password', { shouldSelect: true })
        },
      ],
      [['SECOND_FACTOR_REQUIRED'], () => setNeedsCode(true)],
      [
        ['SECOND_FACTOR_CODE_INCORRECT', 'SECOND_FACTOR_RECOVERY_CODE_REQUIRED'],
        ({ code }) => {
          form.setError('code', { message: code })
          form.setFocus('code', { shouldSelect: true })
        },
      ],
    ],
  )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      {/* Identifies the account for password managers. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordField which="current" field={form.register('password')} issue={errors.password?.message} />
      {needsCode && (
        <Field
          {...form.register('code')}
          label={t('proof.code')}
          hint={errors.code ? undefined : t('proof.codeHint')}
          autoComplete="one-time-code"
          autoFocus
          error={getErrorMessage(errors.code?.message)}
        />
      )}
      <FormAlert code={errors.root?.message} />
      <SubmitButton isLoading={isSubmitting}>{t('proof.byPassword')}</SubmitButton>
    </form>
  )
}

function PasskeyReauthentication({ onProved }: { onProved: () => void }) {
  const { t } = useTranslation('profile')
  const [isPending, run] = useAction()
  const prove = () =>
    run(async () => {
      const options = async () => (await call('POST /me/reauthentication/passkey/options')).data.result
      const response = await requestPasskey(options)
      await call('POST /me/reauthentication/passkey', { body: { response } })
      onProved()
    }).catch((error) => showPasskeyError(error, t('passkeys.notUsed')))
  return (
    <Button
      kind="secondary"
      isWide
      icon={<Fingerprint size={20} aria-hidden="true" />}
      isLoading={isPending}
      onClick={() => void prove()}
    >
      {t('proof.byPasskey')}
    </Button>
  )
}
