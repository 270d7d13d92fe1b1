import type { OperatorLeaderboard, OperatorScore, scoreStates } from '@playhub/contract/operator'
import { formatScore } from '@playhub/ui/format-score.ts'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../components/dialogs/action-button.tsx'
import type { Column } from '../components/table/data-table.tsx'
import { Instant } from '../components/values/instant.tsx'
import { StateWord } from '../components/values/state-word.tsx'
import { callOperator } from '../lib/api.ts'
import { useMe } from '../lib/me.ts'
import { HideScoreButton } from '../players/player-actions.tsx'

type Decided = Pick<OperatorScore, 'reports' | 'hiddenAt'>
/** What was decided about rows since they were loaded. */
export type Decisions = WeakMap<OperatorScore, Decided>

/** Columns of a list of scores. Each row has the decisions that are open. */
export function useScoreColumns(
  board: OperatorLeaderboard,
  state: (typeof scoreStates)[number],
  decisions: Decisions,
): Column<OperatorScore>[] {
  const { t, i18n } = useTranslation('leaderboards')
  const canHide = useMe().can('scores.hide', board.project)
  const numbers = new Intl.NumberFormat(i18n.language)
  const read = (row: OperatorScore) => ({ ...row, ...decisions.get(row) })
  const actions: Column<OperatorScore> = {
    key: 'actions',
    label: t('actions'),
    cell: (row) => (
      <RowActions board={board} row={read(row)} onDecided={(decided) => decisions.set(row, decided)} />
    ),
    card: 'wide',
  }
  return [
    {
      key: 'player',
      label: t('player'),
      cell: ({ name }) => <span className="wrap-anywhere">{name || t('erased')}</span>,
      card: 'title',
    },
    {
      key: 'rank',
      label: t('rank'),
      cell: ({ rank }) => (rank === null ? '–' : numbers.format(rank)),
      isNumeric: true,
      isWideOnly: true,
    },
    {
      key: 'score',
      label: t('score'),
      cell: ({ score }) => (score === null ? t('noScore') : formatScore(score, board, i18n.language)),
      isNumeric: true,
      card: 'end',
    },
    {
      key: 'state',
      label: t('state'),
      cell: (row) => <ScoreState row={read(row)} />,
      card: 'detail',
    },
    ...(state === 'hidden'
      ? [{ key: 'reason', label: t('reason'), cell: (row: OperatorScore) => row.hiddenReason ?? '–' }]
      : [
          {
            key: 'extra',
            label: t('extra'),
            cell: (row: OperatorScore) => row.extra ?? '–',
            isWidestOnly: true,
          },
          {
            key: 'source',
            label: t('source'),
            cell: (row: OperatorScore) => (row.source ? t(`sources.${row.source}`) : '–'),
            isWideOnly: true,
          },
        ]),
    {
      key: 'at',
      label: t('at'),
      cell: (row) => <ScoreTime row={read(row)} />,
      card: 'detail-end' as const,
    },
    ...(canHide ? [actions] : []),
  ]
}

/** When a hidden player was hidden, else when the score was reached. */
function ScoreTime({ row: { hiddenAt, reachedAt } }: { row: OperatorScore }) {
  const at = hiddenAt ?? reachedAt
  return at === null ? '–' : <Instant at={at} isShort />
}

/** What others see, and what waits for a decision. */
function ScoreState({ row }: { row: OperatorScore }) {
  const { t } = useTranslation('leaderboards')
  if (row.hiddenAt !== null) return <StateWord tone="bad">{t('isHidden')}</StateWord>
  if (row.reports > 0) return <StateWord tone="waiting">{t('reports', { count: row.reports })}</StateWord>
  return <span className="text-soft">{t(`appearsBy.${row.appearsBy}`)}</span>
}

type RowProps = { board: OperatorLeaderboard; row: OperatorScore; onDecided: (decided: Decided) => void }

function RowActions({ board: { project, board, title }, row, onDecided }: RowProps) {
  const { playerId: id, name, hiddenAt, reports, score } = row
  const onBoard = { project, board }
  return (
    <span className="flex flex-wrap justify-end gap-2 md:-ms-3 md:justify-start">
      {reports > 0 && hiddenAt === null && (
        <KeepNameButton
          player={{ id, name }}
          onBoard={onBoard}
          onKept={() => onDecided({ reports: 0, hiddenAt })}
        />
      )}
      {(hiddenAt !== null || score !== null) && (
        <HideScoreButton
          player={{ id, name }}
          score={{ ...onBoard, title, hiddenAt }}
          onDecided={() => onDecided({ reports: 0, hiddenAt: hiddenAt === null ? Date.now() : null })}
        />
      )}
    </span>
  )
}

type KeepProps = {
  player: { id: string; name: string }
  onBoard: { project: string; board: string }
  onKept: () => void
}

/** Drops the reports of a name that breaks no rule. */
function KeepNameButton({ player, onBoard, onKept }: KeepProps) {
  const { t } = useTranslation('leaderboards')
  return (
    <ActionButton
      label={t('keep.button')}
      reasonFor={`keep-name:${player.id}:${onBoard.project}:${onBoard.board}`}
      kind="quiet"
      className="relative z-1 md:min-h-8!"
      icon={<ShieldCheck size={15} aria-hidden="true" />}
      title={t('keep.title', { name: player.name })}
      consequence={t('keep.consequence')}
      onConfirm={async ({ reason }) => {
        const request = { params: { id: player.id }, body: { ...onBoard, reason } }
        await callOperator('POST /players/{id}/scores/keep-name', request)
        onKept()
        return t('keep.done')
      }}
    />
  )
}
