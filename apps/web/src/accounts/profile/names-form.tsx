import { zodResolver } from '@hookform/resolvers/zod'
import type { Me } from '@playhub/contract'
import { countGraphemes, limits, namesForm } from '@playhub/contract/forms'
import { Field } from '@playhub/ui/form/field.tsx'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { call } from '../../lib/api/api.ts'
import { useErrorMessage } from '../../lib/feedback/error-message.ts'
import { updatePlayer } from '../../lib/player/player.ts'
import { SettingsForm } from './settings-form.tsx'

const autoComplete = { firstName: 'given-name', lastName: 'family-name' } as const

/** First and last name; both or neither. */
export function NamesForm({ me }: { me: Me }) {
  const { t } = useTranslation('profile')
  const getErrorMessage = useErrorMessage()
  const { revalidate } = useRevalidator()
  const form = useForm({
    resolver: zodResolver(namesForm),
    mode: 'onTouched',
    defaultValues: { firstName: me.firstName ?? '', lastName: me.lastName ?? '' },
  })
  const { errors } = form.formState
  return (
    <SettingsForm
      form={form}
      save={async (names) => updatePlayer((await call('POST /me/names', { body: names })).data.result)}
      confirmation={t('about.saved')}
      onSaved={revalidate}
      className="gap-3"
    >
      <div className="grid gap-3 md:grid-cols-2">
        {(['firstName', 'lastName'] as const).map((name) => (
          <Field
            key={name}
            {...form.register(name)}
            label={t(`about.${name}`)}
            hint={errors[name] ? undefined : t('about.rule')}
            autoComplete={autoComplete[name]}
            maxLength={limits.nameMax}
            count={countGraphemes}
            error={getErrorMessage(errors[name]?.message)}
          />
        ))}
      </div>
    </SettingsForm>
  )
}
