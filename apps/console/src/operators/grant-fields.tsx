import {
  allProjects,
  type Grant,
  type OperatorRole,
  operatorRoles,
} from '@playhub/contract/operator/permissions'
import { useTranslation } from 'react-i18next'
import { SelectField } from '../components/form/select-field.tsx'
import { useMe } from '../lib/me.ts'

/** A role and where it is held. */
export function GrantFields({ grant, onChange }: { grant: Grant; onChange: (grant: Grant) => void }) {
  const { t } = useTranslation(['operators', 'common'])
  const projects = useProjectOptions(grant.project)
  return (
    <div className="grid min-w-0 grow gap-3 md:grid-cols-2">
      <SelectField
        label={t('role')}
        options={operatorRoles.map((value: OperatorRole) => ({ value, label: t(`common:role.${value}`) }))}
        value={grant.role}
        onChange={(role) => onChange({ ...grant, role })}
      />
      <SelectField
        label={t('project')}
        options={projects}
        value={grant.project}
        onChange={(project) => onChange({ ...grant, project })}
      />
    </div>
  )
}

/** @param held  A project gone from the content stays selectable, so it is not lost unseen. */
function useProjectOptions(held: string) {
  const { t } = useTranslation('operators')
  const { projects } = useMe()
  const known: { value: string; label: string }[] = [
    { value: allProjects, label: t('allProjects') },
    ...projects.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return known.some(({ value }) => value === held) ? known : [...known, { value: held, label: held }]
}
