import { AsyncSection } from '@playhub/ui/async-section.tsx'
import { LoadingSkeleton } from '@playhub/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Section } from '../components/layout/section.tsx'
import { callOperator } from '../lib/api.ts'
import { usePolling } from '../lib/use-polling.ts'
import { Attention } from './attention.tsx'
import { SalesSection } from './sales-section.tsx'
import { Setup } from './setup.tsx'

export async function loader() {
  const sales = callOperator('GET /home/sales').then(({ data }) => data.result)
  // The section shows the failure, if the page gets this far.
  sales.catch(() => undefined)
  return { home: (await callOperator('GET /home')).data.result, sales }
}

/** Open work first, then sales. */
export function Component() {
  const { t } = useTranslation('home')
  const { home, sales } = useLoaderData<typeof loader>()
  usePolling()
  return (
    <PageFrame title={t('title')}>
      <Attention home={home} />
      <Setup steps={home.setup} />
      <Section title={t('sales')}>
        <AsyncSection promise={sales} skeleton={<LoadingSkeleton className="h-96" />}>
          {(loaded) => <SalesSection sales={loaded} />}
        </AsyncSection>
      </Section>
    </PageFrame>
  )
}
