import { zodResolver } from '@hookform/resolvers/zod'
import { loginForm } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { type RefusalHandler, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { usePasswordMax } from '../../lib/context/page-context.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import type { RouteHandle } from '../../lib/page/page-title.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { OptionalCaptcha, useCaptcha } from '../captcha/captcha.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { EmailField, PasswordField } from '../forms/account-fields.tsx'
import { AlternativeLink, LoginCard } from '../forms/login-card.tsx'
import { completeLogin } from './complete-login.ts'
import { emailLoader } from './guest-loader.ts'
import { SecondStep } from './second-step.tsx'
import { usePasskeyLogin } from './use-passkey-login.ts'

export const handle: RouteHandle = {
  title: (messages) => messages.t('accounts:login.title'),
  access: 'guest',
}
export const loader = emailLoader

/** Two steps: the password, then the authenticator app code, which most accounts skip. */
export function Component() {
  const { t } = useTranslation('accounts')
  const { ticket, begin, leave } = useSecondStep()
  if (ticket) return <SecondStep ticket={ticket} onBack={leave} />
  return (
    <LoginCard
      title={t('login.title')}
      footer={
        <>
          <AlternativeLink question={t('chooser.noAccount')} href="/session/registration">
            {t('chooser.register')}
          </AlternativeLink>
          <AlternativeLink href="/session/login">{t('otherMethods')}</AlternativeLink>
        </>
      }
    >
      <EmailLoginForm onSecondStep={begin} />
    </LoginCard>
  )
}

/** The step is in the query, so Back returns to the password; after a reload it starts there again. */
function useSecondStep() {
  const [query, setQuery] = useSearchParams()
  const [ticket, setTicket] = useState<string | null>(null)
  const setStep = (step: string | null, replace: boolean) =>
    setQuery(
      (previous) => {
        const params = new URLSearchParams(previous)
        if (step) params.set('step', step)
        else params.delete('step')
        return params
      },
      { replace },
    )
  return {
    ticket: query.get('step') === 'code' ? ticket : null,
    begin: (issued: string) => {
      setTicket(issued)
      setStep('code', false)
    },
    leave: () => setStep(null, true),
  }
}

const blank = { email: '', password: '' }

/** Email and password, or a passkey; after too many failed attempts also a captcha. */
function EmailLoginForm({ onSecondStep }: { onSecondStep: (ticket: string) => void }) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const form = useForm({
    resolver: zodResolver(loginForm(usePasswordMax())),
    mode: 'onTouched',
    defaultValues: blank,
  })
  const { register, formState, setError, setFocus, resetField } = form
  const { errors, isSubmitting } = formState
  const captcha = useCaptcha()
  const passkey = usePasskeyLogin({ offersAutofill: true })

  const askEmail: RefusalHandler = ({ code }) => {
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
      const body = captcha.solution ? { ...values, captcha: captcha.solution } : values
      const response = await call('POST /auth/login-by-email', { body }).finally(captcha.clear)
      await completeLogin(response.data.result)
    }),
    [
      [['USER_NOT_EXIST_LOGIN_BY_EMAIL'], askEmail],
      [['INVALID_PASSWORD_LOGIN_BY_EMAIL'], askPassword],
      [['CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'], captcha.onRefusal],
      [['SECOND_FACTOR_REQUIRED'], ({ details }) => onSecondStep(String(details.ticket))],
    ],
  )

  const { email, password } = form.watch()
  const missingCaptcha = captcha.isMissing ? getErrorMessage('CAPTCHA_REQUIRED') : undefined
  const missing = email && password ? missingCaptcha : t('login.missing')
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <EmailField
        field={register('email')}
        issue={errors.email?.message}
        offersPasskeys={passkey.isOffered}
      />
      <PasswordField which="current" field={register('password')} issue={errors.password?.message} />
      <a
        href="/auth/recovery-password"
        className="text-link -mt-4 mb-1 inline-flex min-h-11 items-center self-start"
      >
        {t('login.forgot')}
      </a>
      <OptionalCaptcha purpose="login" captcha={captcha} />
      <FormAlert code={errors.root?.message} />
      <div className="mt-3">
        <SubmitButton missing={missing} isLoading={isSubmitting}>
          {t('login.submit')}
        </SubmitButton>
      </div>
      {passkey.isOffered && (
        <Button
          kind="secondary"
          isWide
          icon={<Fingerprint size={20} aria-hidden="true" />}
          isLoading={passkey.isPending}
          onClick={passkey.begin}
        >
          {t('passkey.login')}
        </Button>
      )}
    </form>
  )
}
