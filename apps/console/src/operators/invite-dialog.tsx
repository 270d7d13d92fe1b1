import { limits } from '@playhub/contract/forms'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { allProjects, type Grant } from '@playhub/contract/operator/permissions'
import { Field } from '@playhub/ui/form/field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { SelectField } from '../components/form/select-field.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { useMe } from '../lib/me.ts'
import { languageNames, languages } from '../lib/messages.ts'
import { GrantFields } from './grant-fields.tsx'
import type { IssuedLink } from './link-dialog.tsx'

/** Finds what was forgotten; the hub checks the rest. */
const emailPattern = /^\S+@\S+\.\S+$/

const newGrant: Grant = { role: 'support', project: allProjects }

/** Invites one person with one role. More roles are added on the operator's page. */
export function InviteDialog(props: { onClose: () => void; onInvited: (link: IssuedLink) => void }) {
  const { t } = useTranslation('operators')
  const { revalidate } = useRevalidator()
  const { language } = useMe()
  const draft = useDraft('invited', {
    person: { email: '', name: '' },
    grant: newGrant,
    language,
  })
  const { person, grant } = draft.value
  const [isChecked, setIsChecked] = useState(false)
  const isEmailValid = emailPattern.test(person.email.trim())
  const isNamed = person.name.trim() !== ''
  const check = () => {
    setIsChecked(true)
    return isEmailValid && isNamed
  }
  const invite = async (reason: string) => {
    const { language: chosen } = draft.value
    const body = { email: person.email.trim(), name: person.name.trim(), language: chosen, ...grant, reason }
    const response = await callOperator('POST /operators', { body })
    props.onInvited(response.data.result)
    await revalidate()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      title={t('invite.title')}
      consequence={t('invite.consequence')}
      confirmLabel={t('invite.confirm')}
      reasonFor="invite"
      check={check}
      onClear={draft.clear}
      onConfirm={({ reason }) => invite(reason)}
    >
      <Field
        label={t('email')}
        type="email"
        maxLength={limits.emailMax}
        autoComplete="off"
        autoFocus
        value={person.email}
        onChange={(event) =>
          draft.change({ ...draft.value, person: { ...person, email: event.target.value } })
        }
        error={isChecked && !isEmailValid ? t('invite.emailInvalid') : undefined}
      />
      <Field
        label={t('name')}
        autoComplete="off"
        maxLength={operatorLimits.operatorName}
        value={person.name}
        onChange={(event) =>
          draft.change({ ...draft.value, person: { ...person, name: event.target.value } })
        }
        error={isChecked && !isNamed ? t('invite.nameMissing') : undefined}
      />
      <SelectField
        label={t('invite.language')}
        options={languages.map((value) => ({ value, label: languageNames[value] }))}
        value={draft.value.language ?? language}
        onChange={(next) => draft.change({ ...draft.value, language: next })}
      />
      <GrantFields grant={grant} onChange={(next) => draft.change({ ...draft.value, grant: next })} />
    </ConfirmDialog>
  )
}
