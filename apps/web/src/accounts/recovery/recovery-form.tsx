import { zodResolver } from '@hookform/resolvers/zod'
import { emailField } from '@playhub/contract/forms'
import { type RefusalHandler, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { OptionalCaptcha, useCaptcha } from '../captcha/captcha.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { instantIn } from '../email-code/countdown.ts'
import type { EmailDraft } from '../email-code/email-draft.ts'
import { goToEarlierCode } from '../email-code/resend-refusal.ts'
import { EmailField } from '../forms/account-fields.tsx'

const recoveryForm = z.object({ email: emailField })

/** Requests a recovery code; after too many failed attempts with a captcha. */
export function RecoveryForm(props: { email: string; onSent: (draft: EmailDraft) => void }) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const form = useForm({
    resolver: zodResolver(recoveryForm),
    mode: 'onTouched',
    defaultValues: { email: props.email },
  })
  const { errors, isSubmitting } = form.formState
  const captcha = useCaptcha()
  const askEmail: RefusalHandler = ({ code }) => {
    form.setError('email', { message: code })
    form.setFocus('email')
  }
  const enterEarlierCode = goToEarlierCode(
    (resendAt) => props.onSent({ email: form.getValues('email').trim(), resendAt }),
    ({ code }) => form.setError('root', { message: code }),
  )
  const submit = useSubmit(
    form,
    countingFailures(async ({ email }) => {
      const body = captcha.solution ? { email, captcha: captcha.solution } : { email }
      const { resendInSeconds } = await call('POST /auth/recovery-password', { body }).finally(captcha.clear)
      props.onSent({ email, resendAt: instantIn(resendInSeconds) })
    }),
    [
      [['USER_NOT_EXIST_RECOVERY_PASSWORD'], askEmail],
      [['CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'], captcha.onRefusal],
      [['CODE_RESEND_TOO_SOON'], enterEarlierCode],
    ],
  )
  const missingCaptcha = captcha.isMissing ? getErrorMessage('CAPTCHA_REQUIRED') : undefined
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <EmailField field={form.register('email')} issue={errors.email?.message} />
      <OptionalCaptcha purpose="recovery" captcha={captcha} />
      <FormAlert code={errors.root?.message} />
      <div className="mt-1">
        <SubmitButton
          missing={form.watch('email') ? missingCaptcha : getErrorMessage('EMAIL_REQUIRED')}
          isLoading={isSubmitting}
        >
          {t('recovery.submit')}
        </SubmitButton>
      </div>
    </form>
  )
}
