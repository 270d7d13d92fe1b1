import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { callOperator } from '../lib/api.ts'
import { usePolling } from '../lib/use-polling.ts'
import { AlertsPanel } from './alerts-panel.tsx'
import { DoctorPanel } from './doctor-panel.tsx'
import { HubsPanel } from './hubs-panel.tsx'
import { JobsPanel } from './jobs-panel.tsx'
import { ProblemsPanel } from './problems-panel.tsx'

export async function loader() {
  const [problems, jobs, hubs] = await Promise.all([
    callOperator('GET /operations/problems'),
    callOperator('GET /operations/jobs'),
    callOperator('GET /operations/versions'),
  ])
  return { problems: problems.data.result, jobs: jobs.data.result, hubs: hubs.data.result }
}

/** Health of the hub itself. */
export function Component() {
  const { t } = useTranslation()
  const { problems, jobs, hubs } = useLoaderData<typeof loader>()
  usePolling()
  return (
    <PageFrame title={t('area.operations')}>
      <div className="grid gap-5">
        <ProblemsPanel problems={problems} />
        <JobsPanel jobs={jobs} />
        <AlertsPanel />
        <DoctorPanel />
        <HubsPanel hubs={hubs} />
      </div>
    </PageFrame>
  )
}
