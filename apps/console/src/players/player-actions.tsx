import type { PlayerDetails } from '@playhub/contract/operator'
import { Field } from '@playhub/ui/form/field.tsx'
import { saveFile } from '@playhub/ui/save-file.ts'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import { Segments } from '../components/form/segments.tsx'
import { callOperator } from '../lib/api.ts'
import { getDayEnd } from '../lib/days.ts'
import { useDraft } from '../lib/drafts.ts'
import { formatDay } from '../lib/format.ts'
import { useMe } from '../lib/me.ts'
import { useNow } from '../lib/use-now.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const DELETION_DAYS = 14
const lengths = ['1', '7', '30', 'forever', 'until'] as const
type Length = (typeof lengths)[number]
type Props = { player: PlayerDetails }

/** Seven days, unless the operator chooses another end. */
export function BanButton({ player }: Props) {
  const { t } = useTranslation('players')
  const { timeZone } = useMe()
  const draft = useDraft<{ length: Length; day: string }>(`ban-end:${player.id}`, { length: '7', day: '' })
  const { length, day } = draft.value
  const [error, setError] = useState<string>()
  const getEnd = () => {
    if (length === 'forever') return null
    return length === 'until' ? getDayEnd(day, timeZone) : Date.now() + Number(length) * DAY_MS
  }
  const check = () => {
    const isPast = length === 'until' && (day === '' || getDayEnd(day, timeZone) <= Date.now())
    setError(isPast ? t('ban.dayMissing') : undefined)
    return !isPast
  }
  return (
    <ActionButton
      label={t('ban.button')}
      reasonFor={`ban:${player.id}`}
      kind="danger"
      isDanger
      title={t('ban.title', { name: player.name })}
      consequence={t('ban.consequence')}
      confirmLabel={t('ban.confirm')}
      check={check}
      onClear={() => {
        draft.clear()
        setError(undefined)
      }}
      onConfirm={async ({ reason }) => {
        const body = { until: getEnd(), reason }
        await callOperator('POST /players/{id}/ban', { params: { id: player.id }, body })
        return t('ban.done')
      }}
    >
      <Segments
        legend={t('ban.length')}
        options={lengths.map((value) => ({ value, label: t(`ban.lengths.${value}`) }))}
        value={length}
        onChange={(chosen) => draft.change({ length: chosen, day })}
      />
      {length === 'until' && (
        <Field
          type="date"
          label={t('ban.day')}
          hint={t('ban.dayHint', { timeZone })}
          value={day}
          onChange={(event) => draft.change({ length, day: event.target.value })}
          error={error}
        />
      )}
    </ActionButton>
  )
}

export function UnbanButton({ player }: Props) {
  const { t } = useTranslation('players')
  return (
    <ActionButton
      label={t('unban.button')}
      reasonFor={`unban:${player.id}`}
      title={t('unban.title', { name: player.name })}
      consequence={t('unban.consequence')}
      onConfirm={async ({ reason }) => {
        await callOperator('POST /players/{id}/unban', { params: { id: player.id }, body: { reason } })
        return t('unban.done')
      }}
    />
  )
}

type HideProps = {
  player: { id: string; name: string }
  score: { project: string; board: string; title?: string; hiddenAt: number | null }
  onDecided?: () => void
}

/** Takes the player off a leaderboard, or puts the player back. */
export function HideScoreButton({ player, score, onDecided }: HideProps) {
  const { t } = useTranslation('players')
  const { project, board, title = board, hiddenAt } = score
  const isHidden = hiddenAt !== null
  const action = isHidden ? 'showScore' : 'hideScore'
  return (
    <ActionButton
      label={t(`${action}.button`)}
      reasonFor={`${action}:${player.id}:${project}:${board}`}
      kind="quiet"
      className="relative z-1 md:min-h-8!"
      icon={isHidden ? <Eye size={15} aria-hidden="true" /> : <EyeOff size={15} aria-hidden="true" />}
      title={t(`${action}.title`, { name: player.name, board: title })}
      consequence={t(`${action}.consequence`)}
      onConfirm={async ({ reason }) => {
        const request = { params: { id: player.id }, body: { project, board, reason } }
        await callOperator(
          isHidden ? 'POST /players/{id}/scores/show' : 'POST /players/{id}/scores/hide',
          request,
        )
        onDecided?.()
        return t(`${action}.done`)
      }}
    />
  )
}

export function EndSessionsButton({ player }: Props) {
  const { t } = useTranslation('players')
  return (
    <ActionButton
      label={t('endSessions.button')}
      reasonFor={`end-sessions:${player.id}`}
      title={t('endSessions.title', { name: player.name })}
      consequence={t('endSessions.consequence', { count: player.loginSessions.length })}
      onConfirm={async ({ reason }) => {
        const request = { params: { id: player.id }, body: { reason } }
        const { ended } = (await callOperator('POST /players/{id}/end-sessions', request)).data.result
        return t('endSessions.done', { count: ended })
      }}
    />
  )
}

export function RemoveTwoFactorButton({ player }: Props) {
  const { t } = useTranslation('players')
  return (
    <ActionButton
      label={t('twoFactor.button')}
      reasonFor={`two-factor:${player.id}`}
      isDanger
      title={t('twoFactor.title', { name: player.name })}
      consequence={t('twoFactor.consequence')}
      onConfirm={async ({ reason }) => {
        const request = { params: { id: player.id }, body: { reason } }
        await callOperator('POST /players/{id}/remove-two-factor', request)
        return t('twoFactor.done')
      }}
    />
  )
}

/** Downloads everything stored about the player. */
export function ExportButton({ player }: Props) {
  const { t } = useTranslation('players')
  return (
    <ActionButton
      label={t('export.button')}
      reasonFor={`export:${player.id}`}
      title={t('export.title', { name: player.name })}
      consequence={t('export.consequence')}
      onConfirm={async ({ reason }) => {
        const request = { params: { id: player.id }, body: { reason } }
        const stored = await callOperator('POST /players/{id}/export', request)
        saveFile(`player-${player.id}.json`, 'application/json', JSON.stringify(stored, null, 2))
        return t('export.done')
      }}
    />
  )
}

export function DeleteButton({ player }: Props) {
  const { t, i18n } = useTranslation('players')
  const { timeZone } = useMe()
  const day = formatDay(useNow() + DELETION_DAYS * DAY_MS, i18n.language, timeZone)
  return (
    <ActionButton
      label={t('delete.button')}
      reasonFor={`delete:${player.id}`}
      kind="danger"
      isDanger
      title={t('delete.title', { name: player.name })}
      consequence={t('delete.consequence', { day })}
      onConfirm={async ({ reason }) => {
        await callOperator('POST /players/{id}/delete', { params: { id: player.id }, body: { reason } })
        return t('delete.done', { day })
      }}
    />
  )
}

export function UndoDeleteButton({ player }: Props) {
  const { t } = useTranslation('players')
  return (
    <ActionButton
      label={t('undoDelete.button')}
      reasonFor={`undo-delete:${player.id}`}
      title={t('undoDelete.title', { name: player.name })}
      consequence={t('undoDelete.consequence')}
      onConfirm={async ({ reason }) => {
        await callOperator('POST /players/{id}/undo-delete', { params: { id: player.id }, body: { reason } })
        return t('undoDelete.done')
      }}
    />
  )
}
