import { allProjects, type Grant } from '@playhub/contract/operator/permissions'
import { Field } from '@playhub/ui/form/field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { callOperator } from '../lib/api.ts'
import { GrantFields } from './grant-fields.tsx'
import type { IssuedLink } from './link-dialog.tsx'

/** Finds what was forgotten; the hub checks the rest. */
const emailPattern = /^\S+@\S+\.\S+$/

/** Invites one person with one role. More roles are added on the operator's page. */
export function InviteDialog(props: { onClose: () => void; onInvited: (link: IssuedLink) => void }) {
  const { t } = useTranslation('operators')
  const { revalidate } = useRevalidator()
  const [person, setPerson] = useState({ email: '', name: '' })
  const [grant, setGrant] = useState<Grant>({ role: 'support', project: allProjects })
  const [isChecked, setIsChecked] = useState(false)
  const isEmailValid = emailPattern.test(person.email.trim())
  const isNamed = person.name.trim() !== ''
  const check = () => {
    setIsChecked(true)
    return isEmailValid && isNamed
  }
  const invite = async (reason: string) => {
    const body = { email: person.email.trim(), name: person.name.trim(), ...grant, reason }
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
      asksReason
      check={check}
      onConfirm={({ reason }) => invite(reason)}
    >
      <Field
        label={t('email')}
        type="email"
        autoComplete="off"
        autoFocus
        value={person.email}
        onChange={(event) => setPerson({ ...person, email: event.target.value })}
        error={isChecked && !isEmailValid ? t('invite.emailInvalid') : undefined}
      />
      <Field
        label={t('name')}
        autoComplete="off"
        maxLength={80}
        value={person.name}
        onChange={(event) => setPerson({ ...person, name: event.target.value })}
        error={isChecked && !isNamed ? t('invite.nameMissing') : undefined}
      />
      <GrantFields grant={grant} onChange={setGrant} />
    </ConfirmDialog>
  )
}
