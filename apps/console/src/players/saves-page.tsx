import { groupBy } from '@playhub/contract/browsers/newer-builtins'
import { useTranslation } from 'react-i18next'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { callOperator } from '../lib/api.ts'
import { useProjectNames } from '../lib/me.ts'
import { SavesPanel } from '../saves/saves-panel.tsx'
import { usePlayer } from './player.ts'

export const loader = async ({ params: { id = '' } }: LoaderFunctionArgs) =>
  (await callOperator('GET /players/{id}/saves', { params: { id }, query: {} })).data.result

/** A player's saves by game. */
export function Component() {
  const { t } = useTranslation('saves')
  const { id } = usePlayer()
  const getProjectName = useProjectNames()
  const byProject = groupBy(useLoaderData<typeof loader>(), ({ project }) => project)
  if (byProject.size === 0) return <p className="py-10 text-center text-15 text-soft">{t('empty')}</p>
  return (
    <div className="grid gap-4">
      {[...byProject].map(([project, saves]) => (
        <SavesPanel key={project} title={getProjectName(project)} playerId={id} saves={saves} />
      ))}
    </div>
  )
}
