import { allProjects, type Grant } from '@playhub/contract/operator/permissions'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../lib/me.ts'

/** Writes grants: "Owner, all projects", "Support, Treasure Island". */
export function useGrantNames() {
  const { t } = useTranslation()
  const { projects } = useMe()
  const nameProject = (id: string) =>
    id === allProjects ? t('allProjects') : (projects.find((project) => project.id === id)?.name ?? id)
  return {
    nameProject,
    nameGrant: ({ role, project }: Grant) =>
      t('grant', { role: t(`role.${role}`), project: nameProject(project) }),
  }
}
