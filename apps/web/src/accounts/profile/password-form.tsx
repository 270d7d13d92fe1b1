import { zodResolver } from '@hookform/resolvers/zod'
import { passwordField } from '@playhub/contract/forms'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { type RefusalHandlers, useSubmit } from '../../lib/feedback/use-submit.ts'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'
import { SubmitButton } from '../../ui/form/submit-button.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { withRepeatedPassword } from '../forms/repeated-password.ts'

const passwordForm = z.object({
  currentPassword: passwordField,
  password: passwordField,
  passwordRepeat: z.string().check(z.minLength(1, { error: 'PASSWORD_REPEAT_REQUIRED' })),
})
type Passwords = z.infer<typeof passwordForm>

/** The password that holds, and twice the one to come. */
export function PasswordForm({ email, onDone }: { email: string | null; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: withRepeatedPassword(zodResolver(passwordForm)),
    mode: 'onTouched',
    defaultValues: { currentPassword: '', password: '', passwordRepeat: '' },
  })
  const submit = useSubmit(
    form,
    countingFailures(async ({ currentPassword, password }) => {
      await call('POST /me/password', { body: { currentPassword, password } })
      toast.success(t('password.changed'))
      onDone()
      await revalidate()
    }),
    answersIn(form),
  )
  const { errors, isSubmitting } = form.formState
  const isFilled = form.watch(['currentPassword', 'password', 'passwordRepeat']).every(Boolean)
  return (
    <form noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-3">
      {/* Tells a password manager whose password changes. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordFields form={form} />
      <FormAlert code={errors.root?.message} />
      <SubmitButton missing={isFilled ? undefined : t('password.missing')} isLoading={isSubmitting}>
        {t('password.save')}
      </SubmitButton>
    </form>
  )
}

function PasswordFields({ form }: { form: UseFormReturn<Passwords> }) {
  const { t } = useTranslation('accounts')
  const { t: profile } = useTranslation('profile')
  const words = useErrorMessage()
  const { errors } = form.formState
  return (
    <>
      <Field
        {...form.register('currentPassword')}
        label={profile('password.current')}
        type="password"
        autoComplete="current-password"
        error={words(errors.currentPassword?.message)}
      />
      <Field
        {...form.register('password', { deps: 'passwordRepeat' })}
        label={t('field.newPassword')}
        hint={errors.password ? undefined : t('field.passwordRule')}
        type="password"
        autoComplete="new-password"
        error={words(errors.password?.message)}
      />
      <Field
        {...form.register('passwordRepeat')}
        label={t('field.passwordRepeat')}
        type="password"
        autoComplete="new-password"
        error={words(errors.passwordRepeat?.message)}
      />
    </>
  )
}

/** A wrong password is asked for again; a used one, another is asked for. */
function answersIn(form: UseFormReturn<Passwords>): RefusalHandlers {
  const askAgain = (field: keyof Passwords, code: string) => {
    form.setError(field, { message: code })
    form.setFocus(field, { shouldSelect: true })
  }
  return [
    [['INVALID_PASSWORD_LOGIN_BY_EMAIL'], ({ code }) => askAgain('currentPassword', code)],
    [['PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD'], ({ code }) => askAgain('password', code)],
  ]
}
