import { useTranslation } from 'react-i18next'
import { useLoaderData } from 'react-router'
import { LanguageChoice, ThemeChoice } from '../components/form/preferences.tsx'
import { PageFrame } from '../components/layout/page-frame.tsx'
import { Panel } from '../components/layout/panel.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { usePolling } from '../lib/use-polling.ts'
import { FactorsPanel } from './factors-panel.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { ProfilePanel } from './profile-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { SessionsPanel } from './sessions-panel.tsx'
import { WeeklyReportPanel } from './weekly-report-panel.tsx'

export async function loader() {
  const [sessions, factors] = await Promise.all([
    callOperator('GET /session/list'),
    callOperator('GET /session/second-factors'),
  ])
  return { sessions: sessions.data.result, factors: factors.data.result }
}

/** The operator's own login. */
export function Component() {
  const { t } = useTranslation(['account', 'common'])
  const me = useMe()
  const { sessions, factors } = useLoaderData<typeof loader>()
  usePolling()
  return (
    <PageFrame title={t('common:account.mine')}>
      <div className="grid max-w-240 gap-5">
        <ProfilePanel me={me} />
        <Panel title={t('appearance')}>
          <div className="grid max-w-160 gap-4 md:grid-cols-[2fr_3fr]">
            <LanguageChoice me={me} />
            <ThemeChoice />
          </div>
        </Panel>
        <WeeklyReportPanel me={me} />
        <SessionsPanel sessions={sessions} />
        <PasswordPanel me={me} />
        <FactorsPanel factors={factors} />
        <RecoveryPanel />
      </div>
    </PageFrame>
  )
}
