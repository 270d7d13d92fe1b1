import type { GameServer } from '@playhub/contract/operator'
import { operatorLimits } from '@playhub/contract/operator/limits'
import { Field } from '@playhub/ui/form/field.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { SelectField } from '../components/form/select-field.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'

const lifetimes = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]
const scopes = ['server', 'builds'] as const
type NewKey = { name: string; lifetime: Lifetime; scope: (typeof scopes)[number] }
const newKey: NewKey = { name: '', lifetime: '365', scope: 'server' }
const DAY_MS = 24 * 60 * 60 * 1000

export function CreateKeyDialog(props: {
  server: GameServer
  onClose: () => void
  /** Gets the key, which the hub does not show again. */
  onCreated: (key: string) => void
}) {
  const { t } = useTranslation('game-servers')
  const { project, name: projectName } = props.server
  const { revalidate } = useRevalidator()
  const draft = useDraft(`key:${project}`, newKey)
  const { name, lifetime, scope } = draft.value
  const [isChecked, setIsChecked] = useState(false)
  const isNamed = name.trim() !== ''
  const check = () => {
    setIsChecked(true)
    return isNamed
  }
  const create = async (reason: string) => {
    const expiresAt = lifetime === 'never' ? null : Date.now() + Number(lifetime) * DAY_MS
    const body = { name: name.trim(), expiresAt, scope, reason }
    const response = await callOperator('POST /game-servers/{project}/keys', { params: { project }, body })
    props.onCreated(response.data.result.key)
    await revalidate()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      title={t('keys.createTitle', { name: projectName })}
      consequence={t('keys.createConsequence')}
      confirmLabel={t('keys.create')}
      reasonFor={`create-key:${project}`}
      check={check}
      onClear={draft.clear}
      onConfirm={({ reason }) => create(reason)}
    >
      <Field
        label={t('keys.name')}
        hint={t('keys.nameHint')}
        maxLength={operatorLimits.keyName}
        autoComplete="off"
        autoFocus
        value={name}
        onChange={(event) => draft.change({ ...draft.value, name: event.target.value })}
        error={isChecked && !isNamed ? t('keys.nameMissing') : undefined}
      />
      <SelectField
        label={t('keys.scope')}
        options={scopes.map((value) => ({ value, label: t(`scope.${value}`) }))}
        value={scope}
        onChange={(next) => draft.change({ ...draft.value, scope: next })}
      />
      <SelectField
        label={t('keys.lifetime')}
        options={lifetimes.map((value) => ({ value, label: t(`lifetime.${value}`) }))}
        value={lifetime}
        onChange={(next) => draft.change({ ...draft.value, lifetime: next })}
      />
    </ConfirmDialog>
  )
}
