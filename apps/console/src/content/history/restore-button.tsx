import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/dialogs/action-button.tsx'
import { callOperator } from '../../lib/api.ts'
import { useMe } from '../../lib/me.ts'

type Props = {
  number: number
  /** The version in use, which the one before it replaces. */
  isCurrent: boolean
  /** Lies above the row's link. */
  className?: string
}

/** Publishes a version's files again; of the version in use, those of the one before it. */
export function RestoreButton({ number, isCurrent, className }: Props) {
  const { t } = useTranslation('content')
  const restored = isCurrent ? number - 1 : number
  if (!useMe().can('content.manage') || restored < 1) return null
  const words = isCurrent ? 'undo' : 'restore'
  return (
    <ActionButton
      label={t(`history.${words}`)}
      className={className}
      title={t(`history.${words}Title`, { number })}
      consequence={t(`history.${words}Consequence`, { before: restored })}
      reasonFor={`restore-content:${number}`}
      onConfirm={async ({ reason }) => {
        const { data } = await callOperator('POST /content/versions/{number}/restore', {
          params: { number: restored },
          body: { reason },
        })
        return t('history.restored', { number: restored, version: data.result.version })
      }}
    />
  )
}
