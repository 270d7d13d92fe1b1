import { zodResolver } from '@hookform/resolvers/zod'
import { emailField } from '@playhub/contract/forms'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { type RefusalHandler, useSubmit } from '../../lib/feedback/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { RobotCheck } from '../captcha/captcha.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { useRobotCheckWhenDue } from '../captcha/use-captcha.ts'
import { secondsToInstant } from '../email-code/countdown.ts'
import type { EmailDraft } from '../email-code/email-draft.ts'
import { EmailField } from '../forms/account-fields.tsx'

const recoveryForm = z.object({ email: emailField })

/** Whose password was forgotten. */
export function RecoveryForm(props: { email: string; onSent: (draft: EmailDraft) => void }) {
  const { t } = useTranslation('accounts')
  const words = useErrorMessage()
  const form = useForm({
    resolver: zodResolver(recoveryForm),
    mode: 'onTouched',
    defaultValues: { email: props.email },
  })
  const { errors, isSubmitting } = form.formState
  const check = useRobotCheckWhenDue()
  const askWho: RefusalHandler = ({ code }) => {
    form.setError('email', { message: code })
    form.setFocus('email')
  }
  const submit = useSubmit(
    form,
    countingFailures(async ({ email }) => {
      const body = check.solution ? { email, captcha: check.solution } : { email }
      const { resendInSeconds } = await call('POST /auth/recovery-password', { body }).finally(check.forget)
      props.onSent({ email, resendAt: secondsToInstant(resendInSeconds) })
    }),
    [
      [['USER_NOT_EXIST_RECOVERY_PASSWORD'], askWho],
      [['CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'], check.demand],
    ],
  )
  const needed = check.isPending ? words('CAPTCHA_REQUIRED') : undefined
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <EmailField field={form.register('email')} issue={errors.email?.message} />
      {check.isDue && (
        <RobotCheck
          purpose="recovery"
          value={check.solution}
          onChange={check.setSolution}
          error={words(check.problem)}
        />
      )}
      <FormAlert code={errors.root?.message} />
      <div className="mt-1">
        <SubmitButton
          missing={form.watch('email') ? needed : words('EMAIL_REQUIRED')}
          isLoading={isSubmitting}
        >
          {t('recovery.submit')}
        </SubmitButton>
      </div>
    </form>
  )
}
