import type { Operator } from '@playhub/contract/operator'
import { allProjects, type Grant } from '@playhub/contract/operator/permissions'
import { Button, IconButton } from '@playhub/ui/button.tsx'
import { ErrorBanner } from '@playhub/ui/error-banner.tsx'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { callOperator } from '../lib/api.ts'
import { useDraft } from '../lib/drafts.ts'
import { GrantFields } from './grant-fields.tsx'

/** Replaces an operator's roles. */
export function RolesDialog(props: { operator: Operator; isLastOwner: boolean; onClose: () => void }) {
  const { t } = useTranslation('operators')
  const { operator } = props
  const { revalidate } = useRevalidator()
  // A draft never replaces roles a colleague has given since.
  const [name] = useState(() => `grants:${operator.id}:${JSON.stringify(operator.grants)}`)
  const draft = useDraft(name, operator.grants)
  const grants = draft.value
  const [isChecked, setIsChecked] = useState(false)
  const isOwnerLost = props.isLastOwner && !grants.some(isHubOwner)
  const check = () => {
    setIsChecked(true)
    return grants.length > 0 && !isOwnerLost
  }
  const save = async (reason: string) => {
    await callOperator('PUT /operators/{id}/roles', { params: { id: operator.id }, body: { grants, reason } })
    await revalidate()
  }
  const replace = (index: number, grant: Grant) =>
    draft.change(grants.map((old, place) => (place === index ? grant : old)))
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      title={t('changeRoles.title', { name: operator.name })}
      consequence={t('changeRoles.consequence')}
      confirmLabel={t('changeRoles.confirm')}
      reasonFor={`roles:${operator.id}`}
      check={check}
      onClear={draft.clear}
      onConfirm={({ reason }) => save(reason)}
    >
      <ul className="grid gap-3">
        {grants.map((grant, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and two may be alike while they are edited
          <li key={index} className="flex items-end gap-1">
            <GrantFields grant={grant} onChange={(next) => replace(index, next)} />
            <IconButton
              label={t('changeRoles.remove')}
              disabled={grants.length === 1}
              onClick={() => draft.change(grants.filter((_, other) => other !== index))}
            >
              <X size={18} aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <div>
        <Button
          kind="secondary"
          size="small"
          icon={<Plus size={16} aria-hidden="true" />}
          onClick={() => draft.change([...grants, { role: 'viewer', project: allProjects }])}
        >
          {t('changeRoles.add')}
        </Button>
      </div>
      {isChecked && isOwnerLost && <ErrorBanner>{t('lastOwner')}</ErrorBanner>}
    </ConfirmDialog>
  )
}

const isHubOwner = ({ role, project }: Grant) => role === 'owner' && project === allProjects
