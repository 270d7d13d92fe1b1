import { useCallback } from 'react'
import { RollBackButton } from '../game-servers/builds/roll-back-button.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe, useProjectNames } from '../lib/me.ts'
import { loadMessages } from '../lib/messages.ts'
import { useLoaded } from '../lib/use-loaded.ts'

/** The way back from a worse version, below its card. */
export default function CardRollBack({ project }: { project: string }) {
  const nameProject = useProjectNames()
  const me = useMe()
  const canPublish = me.can('builds.publish', project) && me.can('insights.read', project)
  const load = useCallback(() => loadHealth(project), [project])
  const health = useLoaded(load, canPublish)
  if (!health || health.baselineId === null) return null
  const build = { id: health.baselineId, number: health.baselineNumber }
  return (
    <div className="mt-1.5">
      <RollBackButton project={project} name={nameProject(project)} build={build} />
    </div>
  )
}

async function loadHealth(project: string) {
  const [insights] = await Promise.all([
    callOperator('GET /insights', { query: { project } }),
    loadMessages('game-servers'),
  ])
  return insights.data.result.health.find((health) => health.project === project)
}
