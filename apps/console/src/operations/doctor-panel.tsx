import type { OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Panel } from '../components/layout/panel.tsx'
import { useCheckMessages } from '../components/values/check-texts.ts'
import { Instant } from '../components/values/instant.tsx'
import { type StateTone, StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'

type Report = OperatorRouteResponse<'POST /operations/doctor'>['data']['result']
type Check = Report['checks'][number]

const tones: Record<Check['state'], StateTone> = { ok: 'good', error: 'bad' }
const order = ['error', 'ok'] as const

/** The same checks as `npm run hub -- doctor`. */
export function DoctorPanel() {
  const { t } = useTranslation('operations')
  const [report, setReport] = useState<Report>()
  const [isPending, run] = useAction()
  const check = () => run(async () => setReport((await callOperator('POST /operations/doctor')).data.result))
  const button = (
    <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void check()}>
      {t('doctor.run')}
    </Button>
  )
  return (
    <Panel title={t('doctor.title')} actions={button}>
      <div role="status">
        {report ? <Results report={report} /> : <p className="text-15 text-soft">{t('doctor.text')}</p>}
      </div>
    </Panel>
  )
}

function Results({ report: { checks, checkedAt } }: { report: Report }) {
  const { t } = useTranslation('operations')
  const checkMessages = useCheckMessages()
  const sorted = order.flatMap((state) => checks.filter((check) => check.state === state))
  return (
    <>
      <ul className="grid">
        {sorted.map(({ name, state, sentence }) => (
          <li
            // A check may fail for several reasons.
            key={`${name} ${JSON.stringify(sentence)}`}
            className="grid gap-x-4 border-t border-line py-2 text-15 first:border-t-0 first:pt-0 md:grid-cols-[9rem_8rem_1fr]"
          >
            <span className="font-medium">{checkMessages.name(name)}</span>
            <StateWord tone={tones[state]}>{t(`doctor.${state}`)}</StateWord>
            <span className="text-pretty wrap-anywhere text-soft">{checkMessages.say(sentence)}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-13 text-soft">
        {t('doctor.checkedAt')} <Instant at={checkedAt} />
      </p>
    </>
  )
}
