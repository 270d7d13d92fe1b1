import { zodResolver } from '@hookform/resolvers/zod'
import type { Me } from '@playhub/contract'
import { namesForm } from '@playhub/contract/forms'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { keepEdits } from '../../lib/feedback/keep-edits.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { useSubmit } from '../../lib/feedback/use-submit.ts'
import { updatePlayer } from '../../lib/player/player.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { FormAlert } from '../../ui/form/form-alert.tsx'

/** Name and last name; both or neither. */
export function NamesForm({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  const words = useErrorMessage()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: zodResolver(namesForm),
    mode: 'onTouched',
    defaultValues: { firstName: me.firstName ?? '', lastName: me.lastName ?? '' },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const submit = useSubmit(form, async (names) => {
    const settle = keepEdits(form)
    updatePlayer((await call('POST /me/names', { body: names })).data.result)
    settle(names)
    toast.success(t('about.saved'))
    await revalidate()
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <div className="grid gap-3 md:grid-cols-2">
        <Field
          {...form.register('firstName')}
          label={t('about.firstName')}
          hint={errors.firstName ? undefined : t('about.rule')}
          autoComplete="given-name"
          error={words(errors.firstName?.message)}
        />
        <Field
          {...form.register('lastName')}
          label={t('about.lastName')}
          hint={errors.lastName ? undefined : t('about.rule')}
          autoComplete="family-name"
          error={words(errors.lastName?.message)}
        />
      </div>
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
