import { zodResolver } from '@hookform/resolvers/zod'
import { newPasswordFields } from '@playhub/contract/forms'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { type RefusalHandler, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { usePasswordMax } from '../../lib/context/page-context.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { PasswordField } from '../forms/account-fields.tsx'
import { withRepeatedPassword } from '../forms/repeated-password.ts'

/** The last recovery step. */
export function NewPasswordForm(props: {
  email: string
  resetTicket: string
  onDone: () => void
  onTicketExpired: () => void
}) {
  const { t } = useTranslation('accounts')
  const { email, resetTicket, onDone, onTicketExpired } = props
  const getErrorMessage = useErrorMessage()
  const form = useForm({
    resolver: withRepeatedPassword(zodResolver(z.object(newPasswordFields(usePasswordMax())))),
    mode: 'onTouched',
    defaultValues: { password: '', passwordRepeat: '' },
  })
  const { errors, isSubmitting } = form.formState
  const askOther: RefusalHandler = ({ code }) => {
    form.resetField('password')
    form.resetField('passwordRepeat')
    form.setError('password', { message: code })
    form.setFocus('password')
  }
  const restart: RefusalHandler = ({ code }) => {
    toast.error(getErrorMessage(code) ?? '')
    onTicketExpired()
  }
  const submit = useSubmit(
    form,
    countingFailures(async ({ password }) => {
      await call('POST /auth/activate-new-password', { body: { email, password, resetTicket } })
      onDone()
    }),
    [
      [['PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD', 'PASSWORD_COMMON'], askOther],
      [['RESET_TICKET_INVALID'], restart],
    ],
  )
  const { password, passwordRepeat } = form.watch()
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      {/* Identifies the account for password managers. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        which="new"
        field={form.register('password', { deps: 'passwordRepeat' })}
        issue={errors.password?.message}
      />
      <PasswordField
        which="repeated"
        field={form.register('passwordRepeat')}
        issue={errors.passwordRepeat?.message}
      />
      <FormAlert code={errors.root?.message} />
      <div className="mt-1">
        <SubmitButton
          missing={password && passwordRepeat ? undefined : t('recovery.missing')}
          isLoading={isSubmitting}
        >
          {t('recovery.save')}
        </SubmitButton>
      </div>
    </form>
  )
}
