import { zodResolver } from '@hookform/resolvers/zod'
import { loginForm } from '@playhub/contract/forms'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { type RefusalHandler, useSubmit } from '../../lib/feedback/use-submit.ts'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { RobotCheck } from '../captcha/captcha.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { useRobotCheckWhenDue } from '../captcha/use-captcha.ts'
import { EmailField, PasswordField } from '../forms/account-fields.tsx'
import { finishSignIn } from './finish-sign-in.ts'

const blank = { email: '', password: '' }

/** Email and password; after too many failures also a robot check. */
export function EmailLoginForm() {
  const { t } = useTranslation('accounts')
  const words = useErrorMessage()
  const form = useForm({ resolver: zodResolver(loginForm), mode: 'onTouched', defaultValues: blank })
  const { register, formState, setError, setFocus, resetField } = form
  const { errors, isSubmitting } = formState
  const check = useRobotCheckWhenDue()

  const askWho: RefusalHandler = ({ code }) => {
    resetField('email')
    resetField('password')
    setError('email', { message: code })
    setFocus('email')
  }
  const askPassword: RefusalHandler = ({ code }) => {
    resetField('password')
    setError('password', { message: code })
    setFocus('password')
  }
  const submit = useSubmit(
    form,
    countingFailures(async (values) => {
      const body = check.solution ? { ...values, captcha: check.solution } : values
      const answer = await call('POST /auth/login-by-email', { body }).finally(check.forget)
      await finishSignIn(answer.data.result)
    }),
    [
      [['USER_NOT_EXIST_LOGIN_BY_EMAIL'], askWho],
      [['INVALID_PASSWORD_LOGIN_BY_EMAIL'], askPassword],
      [['CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'], check.demand],
    ],
  )

  const { email, password } = form.watch()
  const isFilled = Boolean(email && password)
  const missing = isFilled ? (check.isPending ? words('CAPTCHA_REQUIRED') : undefined) : t('login.missing')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <EmailField field={register('email')} issue={errors.email?.message} />
      <PasswordField which="current" field={register('password')} issue={errors.password?.message} />
      <a
        href="/auth/recovery-password"
        className="text-link -mt-4 mb-1 inline-flex min-h-11 items-center self-start"
      >
        {t('login.forgot')}
      </a>
      {check.isDue && (
        <RobotCheck
          purpose="login"
          value={check.solution}
          onChange={check.setSolution}
          error={words(check.problem)}
        />
      )}
      <FormAlert code={errors.root?.message} />
      <div className="mt-3">
        <SubmitButton missing={missing} isLoading={isSubmitting}>
          {t('login.submit')}
        </SubmitButton>
      </div>
    </form>
  )
}
