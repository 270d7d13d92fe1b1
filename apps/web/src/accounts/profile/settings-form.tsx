import { Button } from '@playhub/ui/button.tsx'
import { keepEdits } from '@playhub/ui/feedback/keep-edits.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useSubmit } from '@playhub/ui/feedback/use-submit.ts'
import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormAlert } from '../../ui/form-alert.tsx'

/** A form for settings. */
export function SettingsForm<Values extends FieldValues>(props: {
  form: UseFormReturn<Values>
  save: (values: Values) => Promise<void>
  confirmation: string
  onSaved?: () => Promise<void>
  className: string
  children: ReactNode
}) {
  const { form, save, confirmation, onSaved, className, children } = props
  const { t } = useTranslation('profile')
  const { errors, isSubmitting } = form.formState
  const submit = useSubmit(form, async (values) => {
    const resetTo = keepEdits(form)
    await save(values)
    resetTo(values)
    toast.success(confirmation)
    await onSaved?.()
  })
  return (
    <form noValidate onSubmit={submit} className={`flex flex-col ${className}`}>
      {children}
      <FormAlert code={errors.root?.message} />
      <Button type="submit" kind="secondary" className="self-start" isLoading={isSubmitting}>
        {t('save')}
      </Button>
    </form>
  )
}
