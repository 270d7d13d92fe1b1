import { toast } from '@playhub/ui/feedback/toast.ts'
import { Checkbox } from '@playhub/ui/form/checkbox.tsx'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { Panel } from '../components/layout/panel.tsx'
import { callOperator } from '../lib/api.ts'
import type { Me } from '../lib/me.ts'
import { useAction } from '../lib/use-action.ts'

/** The weekly email with the figures of the operator's games. */
export function WeeklyReportPanel({ me }: { me: Me }) {
  const { t } = useTranslation('account')
  const { revalidate } = useRevalidator()
  const [isPending, run] = useAction()
  if (!me.can('insights.read')) return null
  const change = (isOn: boolean) =>
    void run(async () => {
      await callOperator('PUT /session/weekly-report', { body: { isOn } })
      toast.success(t(isOn ? 'weeklyReport.on' : 'weeklyReport.off'))
      await revalidate()
    })
  return (
    <Panel title={t('weeklyReport.title')}>
      <Checkbox
        label={t('weeklyReport.label')}
        checked={me.hasWeeklyReport}
        disabled={isPending}
        onChange={({ target }) => change(target.checked)}
      />
      <p className="text-13 text-pretty text-soft">{t('weeklyReport.text')}</p>
    </Panel>
  )
}
