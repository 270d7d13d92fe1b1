import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { callOperator } from '../lib/api.ts'
import { usePolling } from '../lib/use-polling.ts'
import { DoctorPanel } from './doctor-panel.tsx'
import { HubsPanel } from './hubs-panel.tsx'
import { JobsPanel } from './jobs-panel.tsx'

export async function loader() {
  const [jobs, hubs] = await Promise.all([
    callOperator('GET /operations/jobs'),
    callOperator('GET /operations/versions'),
  ])
  return { jobs: jobs.data.result, hubs: hubs.data.result }
}

/** Health of the hub itself. */
export function Component() {
  const { t } = useTranslation()
  const { jobs, hubs } = useLoaderData<typeof loader>()
  usePolling()
  return (
    <PageFrame title={t('area.operations')}>
      <div className="grid gap-5">
        <JobsPanel jobs={jobs} />
        <DoctorPanel />
        <HubsPanel hubs={hubs} />
      </div>
    </PageFrame>
  )
}
