import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { Field } from '../../ui/form/field.tsx'

/** Room for a complaint below the field, so that nothing moves when there is one. */
const withRoom = 'min-h-25'

type InForm = {
  field: UseFormRegisterReturn
  /** What a schema or the server complains of. */
  issue: string | undefined
}

/** The address that an account goes by. */
export function EmailField({ field, issue }: InForm) {
  const { t } = useTranslation('accounts')
  const words = useErrorMessage()
  return (
    <Field
      {...field}
      label={t('field.email')}
      type="email"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      error={words(issue)}
      className={withRoom}
    />
  )
}

const passwords = {
  current: { label: 'field.password', autoComplete: 'current-password' },
  chosen: { label: 'field.password', autoComplete: 'new-password' },
  new: { label: 'field.newPassword', autoComplete: 'new-password' },
  repeated: { label: 'field.passwordRepeat', autoComplete: 'new-password' },
} as const

/** @param which  The password one has, one chooses for a new account or in the place of an old one, or its repetition. */
export function PasswordField({ which, field, issue }: InForm & { which: keyof typeof passwords }) {
  const { t } = useTranslation('accounts')
  const words = useErrorMessage()
  const { label, autoComplete } = passwords[which]
  const tellsRule = (which === 'chosen' || which === 'new') && !issue
  return (
    <Field
      {...field}
      label={t(label)}
      type="password"
      autoComplete={autoComplete}
      hint={tellsRule ? t('field.passwordRule') : undefined}
      error={words(issue)}
      className={withRoom}
    />
  )
}
