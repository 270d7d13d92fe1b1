import { zodResolver } from '@hookform/resolvers/zod'
import type { Me } from '@playhub/contract'
import { newPasswordFields, passwordFieldUpTo } from '@playhub/contract/forms'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { type RefusalHandlers, useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { SubmitButton } from '@playhub/ui/form/submit-button.tsx'
import { KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import * as z from 'zod/mini'
import { call } from '../../lib/api/api.ts'
import { usePasswordMax } from '../../lib/context/page-context.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { countingFailures } from '../captcha/failed-attempts.ts'
import { withRepeatedPassword } from '../forms/repeated-password.ts'
import { RowIcon, rowClass } from './section.tsx'

const passwordForm = (passwordMax: number) =>
  z.object({ currentPassword: passwordFieldUpTo(passwordMax), ...newPasswordFields(passwordMax) })
type Passwords = z.infer<ReturnType<typeof passwordForm>>

function PasswordForm({ email, onDone }: { email: string | null; onDone: () => void }) {
  const { t } = useTranslation('profile')
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: withRepeatedPassword(zodResolver(passwordForm(usePasswordMax()))),
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
    refusalHandlers(form),
  )
  const { errors, isSubmitting } = form.formState
  return (
    <form noValidate onSubmit={submit} className="flex max-w-90 flex-col gap-3">
      {/* Identifies the account for password managers. */}
      <input type="email" autoComplete="username" value={email ?? ''} readOnly hidden />
      <PasswordFields form={form} />
      <FormAlert code={errors.root?.message} />
      <SubmitButton isLoading={isSubmitting}>{t('password.save')}</SubmitButton>
    </form>
  )
}

function PasswordFields({ form }: { form: UseFormReturn<Passwords> }) {
  const { t } = useTranslation('accounts')
  const { t: profile } = useTranslation('profile')
  const getErrorMessage = useErrorMessage()
  const max = usePasswordMax()
  const { errors } = form.formState
  return (
    <>
      <Field
        {...form.register('currentPassword')}
        label={profile('password.current')}
        type="password"
        autoComplete="current-password"
        error={getErrorMessage(errors.currentPassword?.message)}
      />
      <Field
        {...form.register('password', { deps: 'passwordRepeat' })}
        label={t('field.newPassword')}
        hint={errors.password ? undefined : t('field.passwordRule', { max })}
        type="password"
        autoComplete="new-password"
        error={getErrorMessage(errors.password?.message)}
      />
      <Field
        {...form.register('passwordRepeat')}
        label={t('field.passwordRepeat')}
        type="password"
        autoComplete="new-password"
        error={getErrorMessage(errors.passwordRepeat?.message)}
      />
    </>
  )
}

function refusalHandlers(form: UseFormReturn<Passwords>): RefusalHandlers {
  const askAgain = (field: keyof Passwords, code: string) => {
    form.setError(field, { message: code })
    form.setFocus(field, { shouldSelect: true })
  }
  return [
    [['INVALID_PASSWORD_LOGIN_BY_EMAIL'], ({ code }) => askAgain('currentPassword', code)],
    [['PASSWORD_EXIST_ACTIVATE_NEW_PASSWORD', 'PASSWORD_COMMON'], ({ code }) => askAgain('password', code)],
  ]
}

/** A row with an expandable password form. */
export function ChangePassword({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  const { t: common } = useTranslation()
  const max = usePasswordMax()
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const buttonId = `${id}-button`
  const close = () => {
    setIsOpen(false)
    document.getElementById(buttonId)?.focus()
  }
  return (
    <div className="surface">
      <div className={rowClass}>
        <RowIcon>
          <KeyRound size={20} aria-hidden="true" />
        </RowIcon>
        <div className="min-w-0 grow">
          <p className="text-15 font-semibold">{t('password.title')}</p>
          <p className="text-13 text-soft">{t('password.note', { max })}</p>
        </div>
        <Button
          id={buttonId}
          kind="secondary"
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          aria-label={isOpen ? undefined : t('password.changeNamed')}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? common('cancel') : t('password.change')}
        </Button>
      </div>
      {isOpen && (
        <div id={id} className="border-t border-line p-4 md:p-5">
          <PasswordForm email={me.email} onDone={close} />
        </div>
      )}
    </div>
  )
}
