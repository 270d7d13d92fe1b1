import type { GameServer } from '@playhub/contract/operator'
import { Button } from '@playhub/ui/button.tsx'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { ActionRow } from '../components/layout/action-row.tsx'
import { callOperator } from '../lib/api.ts'

const calls = {
  pause: 'POST /game-servers/{project}/pause',
  resume: 'POST /game-servers/{project}/resume',
} as const

/** Queues webhooks while the game server is repaired, and sends them afterwards. */
export function PauseRow({ server: { project, name, pausedAt, waiting } }: { server: GameServer }) {
  const { t } = useTranslation('game-servers')
  const { revalidate } = useRevalidator()
  const [isOpen, setIsOpen] = useState(false)
  const change = pausedAt === null ? 'pause' : 'resume'
  const confirm = async (reason: string) => {
    await callOperator(calls[change], { params: { project }, body: { reason } })
    toast.success(t(`${change}.done`))
    await revalidate()
  }
  return (
    <ActionRow title={t(`${change}.title`)} text={t(`${change}.text`)}>
      <Button kind={change === 'pause' ? 'danger' : 'primary'} size="small" onClick={() => setIsOpen(true)}>
        {t(`${change}.action`)}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title={t(`${change}.question`, { name })}
        consequence={
          change === 'pause' ? t('pause.consequence') : t('resume.consequence', { count: waiting })
        }
        confirmLabel={t(`${change}.action`)}
        isDanger={change === 'pause'}
        reasonFor={`${change}:${project}`}
        onConfirm={({ reason }) => confirm(reason)}
      />
    </ActionRow>
  )
}
