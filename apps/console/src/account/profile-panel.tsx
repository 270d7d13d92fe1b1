import { operatorLimits } from '@playhub/contract/operator/limits'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { Field } from '@playhub/ui/form/field.tsx'
import { focusTooLong } from '@playhub/ui/form/text-limit.tsx'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { DraftNote } from '../components/form/draft-note.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { useGrantNames } from '../components/values/grants.ts'
import { KeyValue } from '../components/values/key-value.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { getErrorMessage } from '../lib/error-message.ts'
import type { Me } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'

/** The operator's name, which the audit log and tickets show, and what only an owner changes. */
export function ProfilePanel({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const { nameGrant } = useGrantNames()
  return (
    <Panel>
      <NameForm me={me} />
      <div className="mt-5">
        <KeyValue
          facts={[
            [t('email'), me.email],
            [
              t('roles'),
              <ul key="roles">
                {me.grants.map((grant) => (
                  <li key={`${grant.role} ${grant.project}`}>{nameGrant(grant)}</li>
                ))}
              </ul>,
            ],
            [t('timeZone'), me.timeZone],
          ]}
        />
      </div>
      <p className="mt-4 text-13 text-soft">{t('rolesText')}</p>
    </Panel>
  )
}

function NameForm({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const { revalidate } = useRevalidator()
  const draft = useDraft(`own-name:${me.name}`, me.name)
  const [error, setError] = useState<string>()
  const [isPending, run] = useAction((failure) => setError(getErrorMessage(failure)))
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = draft.value.trim()
    if (name === '') return setError(t('nameMissing'))
    if (focusTooLong(event.currentTarget)) return
    setError(undefined)
    void run(async () => {
      await callOperator('PUT /session/profile', { body: { name, language: me.language } })
      toast.success(t('nameSaved'))
      await revalidate()
      draft.clear()
    })
  }
  return (
    <form noValidate onSubmit={save} className="grid max-w-120 gap-3">
      <Field
        label={t('name')}
        name="name"
        autoComplete="name"
        value={draft.value}
        onChange={(event) => draft.change(event.target.value)}
        readOnly={isPending}
        maxLength={operatorLimits.operatorName}
        hint={t('nameText')}
        error={error}
      />
      <DraftNote draft={draft} />
      <Button
        type="submit"
        kind="secondary"
        size="small"
        isLoading={isPending}
        className="justify-self-start"
      >
        {t('saveName')}
      </Button>
    </form>
  )
}
