import { zodResolver } from '@hookform/resolvers/zod'
import { receiptEmailForm } from '@playhub/contract/forms'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { keepEdits } from '../../lib/feedback/keep-edits.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { useSubmit } from '../../lib/feedback/use-submit.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'

/** Where receipts go; it may differ from the address one signs in with. */
export function ReceiptEmailForm({ email }: { email: string }) {
  const { t } = useTranslation('profile')
  const words = useErrorMessage()
  const form = useForm({
    resolver: zodResolver(receiptEmailForm),
    mode: 'onTouched',
    defaultValues: { email },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = useSubmit(form, async (values) => {
    const settle = keepEdits(form)
    await call('POST /payments/update-mail-to-receive-check', { body: values })
    settle(values)
    toast.success(t('receipts.saved'))
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2">
      <Field
        {...form.register('email')}
        label={t('receipts.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        error={words(errors.email?.message)}
      />
      <FormAlert code={errors.root?.message} />
      <Button
        type="submit"
        kind="secondary"
        className="self-start"
        isLoading={isSubmitting}
        isDisabled={!isDirty}
        disabledReason={t('unchanged')}
      >
        {t('save')}
      </Button>
    </form>
  )
}
