import type { GameServer, OperatorRouteResponse } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { ActionRow } from '../components/layout/action-row.tsx'
import { Instant } from '../components/values/instant.tsx'
import { callOperator } from '../lib/api.ts'
import { useAction } from '../lib/use-action.ts'

type DryRun = OperatorRouteResponse<'POST /game-servers/{project}/resend'>['data']['result']

/** Sends all undelivered webhooks again, after a dry run has counted them. */
export function ResendRow({ server: { project, name } }: { server: GameServer }) {
  const { t } = useTranslation('game-servers')
  const { revalidate } = useRevalidator()
  const [counted, setCounted] = useState<DryRun>()
  const [isOpen, setIsOpen] = useState(false)
  const [isPending, run] = useAction()
  const count = () =>
    run(async () => {
      const body = { dryRun: true }
      const response = await callOperator('POST /game-servers/{project}/resend', {
        params: { project },
        body,
      })
      setCounted(response.data.result)
      if (total(response.data.result) === 0) toast.info(t('resendAll.nothing'))
      else setIsOpen(true)
    })
  const send = async (reason: string) => {
    const body = { dryRun: false, reason }
    const response = await callOperator('POST /game-servers/{project}/resend', { params: { project }, body })
    toast.success(t('resendAll.done', { count: total(response.data.result) }))
    await revalidate()
  }
  return (
    <ActionRow title={t('resendAll.title')} text={t('resendAll.text')}>
      <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void count()}>
        {t('resendAll.action')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t('resendAll.question', { count: counted ? total(counted) : 0, name })}
        consequence={counted && <Consequence counted={counted} />}
        confirmLabel={t('resendAll.confirm')}
        reasonFor={`resend-all:${project}`}
        onConfirm={({ reason }) => send(reason)}
      />
    </ActionRow>
  )
}

function Consequence({ counted: { waiting, dead, oldestAt } }: { counted: DryRun }) {
  const { t } = useTranslation('game-servers')
  return (
    <>
      {t('resendAll.waiting', { count: waiting })} {t('resendAll.dead', { count: dead })}{' '}
      {oldestAt !== null && (
        <>
          {t('resendAll.oldest')} <Instant at={oldestAt} />.{' '}
        </>
      )}
      {t('resendAll.consequence')}
    </>
  )
}

const total = ({ waiting, dead }: DryRun) => waiting + dead
