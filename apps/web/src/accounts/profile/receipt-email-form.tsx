import { zodResolver } from '@hookform/resolvers/zod'
import { limits, receiptEmailForm } from '@playhub/contract/forms'
import { Field } from '@playhub/ui/form/field.tsx'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { SettingsForm } from './settings-form.tsx'

/** The email for receipts, which may differ from the account's email. */
export function ReceiptEmailForm({ email }: { email: string }) {
  const { t } = useTranslation('profile')
  const getErrorMessage = useErrorMessage()
  const form = useForm({
    resolver: zodResolver(receiptEmailForm),
    mode: 'onTouched',
    defaultValues: { email },
  })
  return (
    <SettingsForm
      form={form}
      save={async (body) => void (await call('POST /payments/update-mail-to-receive-check', { body }))}
      confirmation={t('receipts.saved')}
      className="gap-2"
    >
      <Field
        {...form.register('email')}
        label={t('receipts.email')}
        type="email"
        autoComplete="email"
        maxLength={limits.emailMax}
        error={getErrorMessage(form.formState.errors.email?.message)}
      />
    </SettingsForm>
  )
}
