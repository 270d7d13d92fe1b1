import { useTranslation } from 'react-i18next'
import { useMe } from '../../lib/me.ts'
import { FilterSelect } from './filters.tsx'

/** Left out when the operator has one project. */
export function ProjectFilter() {
  const { t } = useTranslation()
  const { projects } = useMe()
  if (projects.length < 2) return null
  const options = projects.map(({ id, name }) => ({ value: id, label: name }))
  return <FilterSelect name="project" label={t('filter.project')} options={options} />
}
