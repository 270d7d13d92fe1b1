import { zodResolver } from '@hookform/resolvers/zod'
import { passwordFieldUpTo } from '@playhub/contract/forms'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { usePasswordMax } from '../../lib/context/page-context.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { PasswordField } from '../forms/account-fields.tsx'
import { LoginCard } from '../forms/login-card.tsx'

/** Asks for the password again: somebody else has registered the address too, and their password must not be confirmed. */
export function PasswordAgain(props: {
  email: string
  /** Repeats the confirmation with the password. */
  send: (password: string) => Promise<void>
  onCodeRefused: () => void
}) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const form = useForm({
    resolver: zodResolver(z.object({ password: passwordFieldUpTo(usePasswordMax()) })),
    mode: 'onTouched',
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const submit = useSubmit(form, ({ password }) => props.send(password), [
    [
      ['SEND_VERIFICATION_CODE_INCORRECT', 'CODE_EXPIRED'],
      ({ code }) => {
        toast.error(getErrorMessage(code) ?? '')
        props.onCodeRefused()
      },
    ],
  ])
  return (
    <LoginCard title={t('registration.passwordTitle')} text={t('registration.passwordText')}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-2">
        {/* Identifies the account for password managers. */}
        <input type="email" autoComplete="username" value={props.email} readOnly hidden />
        <PasswordField which="chosen" field={form.register('password')} issue={errors.password?.message} />
        <FormAlert code={errors.root?.message} />
        <SubmitButton
          missing={form.watch('password') ? undefined : getErrorMessage('PASSWORD_REQUIRED')}
          isLoading={isSubmitting}
        >
          {t('registration.submit')}
        </SubmitButton>
      </form>
    </LoginCard>
  )
}
