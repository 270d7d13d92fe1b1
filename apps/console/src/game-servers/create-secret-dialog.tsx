import type { GameServer } from '@playhub/contract/operator'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '../components/dialogs/confirm-dialog.tsx'
import { SelectField } from '../components/form/select-field.tsx'
import { callOperator } from '../lib/api.ts'

const overlaps = ['0', '1', '7', '30'] as const

export function CreateSecretDialog(props: {
  server: GameServer
  hasPrevious: boolean
  onClose: () => void
  /** Gets the secret, which the hub does not show again. */
  onCreated: (secret: string) => void
}) {
  const { t } = useTranslation('game-servers')
  const { project, name } = props.server
  const { revalidate } = useRevalidator()
  const [overlap, setOverlap] = useState<(typeof overlaps)[number]>('7')
  const create = async (reason: string) => {
    const body = { overlapDays: Number(overlap), reason }
    const response = await callOperator('POST /game-servers/{project}/secrets', { params: { project }, body })
    props.onCreated(response.data.result.secret)
    await revalidate()
  }
  return (
    <ConfirmDialog
      isOpen
      onClose={props.onClose}
      title={t('secret.createTitle', { name })}
      consequence={t('secret.createConsequence')}
      confirmLabel={t('secret.create')}
      reasonFor={`secret:${project}`}
      onConfirm={({ reason }) => create(reason)}
    >
      {props.hasPrevious && (
        <SelectField
          label={t('secret.overlap')}
          options={overlaps.map((value) => ({ value, label: t(`overlap.${value}`) }))}
          value={overlap}
          onChange={setOverlap}
        />
      )}
    </ConfirmDialog>
  )
}
