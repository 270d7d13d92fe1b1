import type { GameServer, OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionRow } from '../components/layout/action-row.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'

type TestResult = OperatorRouteResponse<'POST /game-servers/{project}/test'>['data']['result']

/** Sends a test event and shows the response of the game server. */
export function TestRow({ server: { project } }: { server: GameServer }) {
  const { t } = useTranslation('game-servers')
  const [result, setResult] = useState<TestResult>()
  const [isPending, run] = useAction()
  const send = () =>
    run(async () => {
      setResult(undefined)
      const response = await callOperator('POST /game-servers/{project}/test', { params: { project } })
      setResult(response.data.result)
    })
  return (
    <ActionRow title={t('test.title')} text={t('test.text')}>
      <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void send()}>
        {t('test.action')}
      </Button>
      <div role="status" className="w-full text-15 empty:hidden">
        {result && <TestOutcome {...result} />}
      </div>
    </ActionRow>
  )
}

function TestOutcome({ isDelivered, status, error }: TestResult) {
  const { t } = useTranslation('game-servers')
  return (
    <div className="rounded-md border border-line bg-ink-0 px-3 py-2">
      <StateWord tone={isDelivered ? 'good' : 'bad'}>
        {status === null
          ? t('test.noResponse')
          : t(isDelivered ? 'test.delivered' : 'test.refused', { status })}
      </StateWord>
      {error && <code className="mt-1 block text-13 wrap-anywhere text-soft">{error}</code>}
    </div>
  )
}
