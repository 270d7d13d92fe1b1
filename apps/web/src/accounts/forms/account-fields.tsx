import { limits } from '@playhub/contract/forms'
import { Field } from '@playhub/ui/form/field.tsx'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { usePasswordMax } from '../../lib/context/page-context.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'

/** Reserves space for an error below the field, to avoid a layout shift. */
const reservedHeight = 'min-h-25'

type FieldProps = {
  field: UseFormRegisterReturn
  /** A field issue or a refusal code. */
  issue: string | undefined
}

/** @param offersPasskeys  Whether the browser may list passkeys among its suggestions. */
export function EmailField({ field, issue, offersPasskeys }: FieldProps & { offersPasskeys?: boolean }) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  return (
    <Field
      {...field}
      label={t('field.email')}
      type="email"
      maxLength={limits.emailMax}
      autoComplete={offersPasskeys ? 'username webauthn' : 'username'}
      error={getErrorMessage(issue)}
      className={reservedHeight}
    />
  )
}

const passwords = {
  current: { label: 'field.password', autoComplete: 'current-password' },
  chosen: { label: 'field.password', autoComplete: 'new-password' },
  new: { label: 'field.newPassword', autoComplete: 'new-password' },
  repeated: { label: 'field.passwordRepeat', autoComplete: 'new-password' },
} as const

/** @param which  The current password, a new account's (`chosen`), a replacement (`new`), or a repetition. */
export function PasswordField({ which, field, issue }: FieldProps & { which: keyof typeof passwords }) {
  const { t } = useTranslation('accounts')
  const getErrorMessage = useErrorMessage()
  const max = usePasswordMax()
  const { label, autoComplete } = passwords[which]
  const showsRule = (which === 'chosen' || which === 'new') && !issue
  return (
    <Field
      {...field}
      label={t(label)}
      type="password"
      autoComplete={autoComplete}
      hint={showsRule ? t('field.passwordRule', { max }) : undefined}
      error={getErrorMessage(issue)}
      className={reservedHeight}
    />
  )
}
