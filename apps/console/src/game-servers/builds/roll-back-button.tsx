import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/dialogs/action-button.tsx'
import { callOperator } from '../../lib/api.ts'

type Props = {
  project: string
  /** Of the game. */
  name: string
  /** Default: the version that players had before. */
  build?: { id: string; number: number }
}

/** Gives players an earlier version. */
export function RollBackButton({ project, name, build }: Props) {
  const { t } = useTranslation('game-servers')
  const rollBack = async (reason: string) => {
    const body = { reason }
    const { data } = build
      ? await callOperator('POST /game-servers/{project}/builds/{id}/activate', {
          params: { project, id: build.id },
          body,
        })
      : await callOperator('POST /game-servers/{project}/builds/rollback', { params: { project }, body })
    return t('builds.activated', { number: data.result.number })
  }
  const number = build?.number
  return (
    <ActionButton
      label={t(build ? 'builds.rollbackTo' : 'builds.rollback', { number })}
      icon={<Undo2 size={16} aria-hidden="true" />}
      title={t(build ? 'builds.activateQuestion' : 'builds.rollbackQuestion', { number, name })}
      consequence={t(build ? 'builds.activateConsequence' : 'builds.rollbackConsequence', { name })}
      reasonFor={`roll-back:${project}`}
      onConfirm={({ reason }) => rollBack(reason)}
    />
  )
}
