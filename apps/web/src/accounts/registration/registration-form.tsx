import { zodResolver } from '@hookform/resolvers/zod'
import { registrationForm } from '@playhub/contract/forms'
import { type RefusalHandler, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { useForm } from 'react-hook-form'
import { Trans, useTranslation } from 'react-i18next'
import type * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { usePasswordMax } from '../../lib/context/page-context.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { CaptchaField } from '../captcha/captcha.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { instantIn } from '../email-code/countdown.ts'
import type { EmailDraft } from '../email-code/email-draft.ts'
import { goToEarlierCode } from '../email-code/resend-refusal.ts'
import { EmailField, PasswordField } from '../forms/account-fields.tsx'
import { DocumentLink } from '../forms/login-card.tsx'
import { withRepeatedPassword } from '../forms/repeated-password.ts'

type OnSent = (draft: EmailDraft, password: string) => void

export function RegistrationForm({ email, onSent }: { email: string; onSent: OnSent }) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const form = useRegistrationForm(email)
  const { register, formState, setValue } = form
  const { errors, isSubmitting } = formState
  const submit = useRegistrationSubmit(form, onSent)
  const values = form.watch()
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <EmailField field={register('email')} issue={errors.email?.message} />
      <PasswordField
        which="chosen"
        field={register('password', { deps: 'passwordRepeat' })}
        issue={errors.password?.message}
      />
      <PasswordField
        which="repeated"
        field={register('passwordRepeat')}
        issue={errors.passwordRepeat?.message}
      />
      <CaptchaField
        purpose="registration"
        value={values.captcha}
        onChange={(solution) => {
          setValue('captcha', solution)
          if (solution) form.clearErrors('captcha')
        }}
        error={getErrorMessage(errors.captcha?.message)}
      />
      <Checkbox
        {...register('consent')}
        label={
          <Trans
            t={t}
            i18nKey="registration.consent"
            components={{ policy: <DocumentLink name="personal-data" /> }}
          />
        }
        error={getErrorMessage(errors.consent?.message)}
      />
      <FormAlert code={errors.root?.message} />
      <div className="mt-2">
        <SubmitButton missing={useMissing(values)} isLoading={isSubmitting}>
          {t('registration.submit')}
        </SubmitButton>
      </div>
      <p className="mt-3 text-center text-13 text-pretty text-soft">
        <Trans
          t={t}
          i18nKey="registration.agreement"
          components={{ offer: <DocumentLink name="offer" />, terms: <DocumentLink name="terms" /> }}
        />
      </p>
    </form>
  )
}

function useRegistrationForm(email: string) {
  return useForm({
    resolver: withRepeatedPassword(zodResolver(registrationForm(usePasswordMax()))),
    mode: 'onTouched',
    defaultValues: { email, password: '', passwordRepeat: '', captcha: '' },
  })
}

function useRegistrationSubmit(form: ReturnType<typeof useRegistrationForm>, onSent: OnSent) {
  const { setError, setFocus, setValue } = form
  const askAgain =
    (field: 'email' | 'password'): RefusalHandler =>
    ({ code }) => {
      setValue('password', '')
      setValue('passwordRepeat', '')
      setError(field, { message: code })
      setFocus(field)
    }
  const enterEarlierCode = goToEarlierCode(
    (resendAt) => {
      const { email, password } = form.getValues()
      onSent({ email: email.trim(), resendAt }, password)
    },
    ({ code }) => setError('root', { message: code }),
  )
  const askCaptcha: RefusalHandler = ({ code }) => setError('captcha', { message: code })
  return useSubmit(
    form,
    countingFailures(async ({ email, password, consent, captcha }) => {
      const body = { email, password, consent, captcha }
      const response = await call('POST /auth/register-by-email', { body }).finally(() =>
        setValue('captcha', ''),
      )
      const { resendInSeconds, registrationSecret } = response
      onSent({ email, resendAt: instantIn(resendInSeconds), registrationSecret }, body.password)
    }),
    [
      [['USER_EXIST_REGISTER_BY_EMAIL'], askAgain('email')],
      [['PASSWORD_COMMON'], askAgain('password')],
      [['CAPTCHA_REQUIRED', 'CAPTCHA_INVALID'], askCaptcha],
      [['CODE_RESEND_TOO_SOON'], enterEarlierCode],
    ],
  )
}

/** Why the form cannot be submitted yet (specification §5). What else is missing is a message beside its field. */
function useMissing(values: z.input<ReturnType<typeof registrationForm>>): string | undefined {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  if (!values.email || !values.password) return t('registration.missing')
  if (!values.captcha) return getErrorMessage('CAPTCHA_REQUIRED')
  return undefined
}
