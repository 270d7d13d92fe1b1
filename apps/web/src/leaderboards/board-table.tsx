import type { Leaderboard, ScoreEntry } from '@playhub/contract'
import { localText } from '@playhub/contract/languages'
import { Button, IconButton, LinkButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { toast } from '@playhub/ui/feedback/toast.ts'
import { formatScore } from '@playhub/ui/format-score.ts'
import { Flag, LogIn, RefreshCw, ShieldCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../lib/api/api.ts'
import { useInterfaceLanguage } from '../lib/context/page-context.ts'
import { useAction } from '../lib/feedback/use-action.ts'
import { usePlayer } from '../lib/player/player.ts'
import { listGuestScores } from './guest-scores.ts'
import { toShownName } from './shown-name.ts'

const topSize = 10

type View = { board: Leaderboard; period: string }
type Top = { entries: ScoreEntry[]; me: ScoreEntry | null }

type BoardsProps = {
  project: string
  boards: Leaderboard[]
  /** Known entries of the first leaderboard. */
  firstTop: ScoreEntry[] | null
}

/** The first ten of a leaderboard, the player's place, and the choice of leaderboard and period. */
export function BoardTable({ project, boards, firstTop }: BoardsProps) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const language = useInterfaceLanguage()
  const [chosen, choose] = useState<View | null>(null)
  const [first] = boards
  if (!first) return null
  const view = chosen ?? { board: first, period: getFirstPeriod(first) }
  const { board, period } = view
  return (
    <section aria-labelledby="leaderboard" className="min-w-0">
      <h2 id="leaderboard" className="heading mb-4 text-18 md:text-24">
        {boards.length > 1 ? t('titles') : localText(board.title, language)}
      </h2>
      {boards.length > 1 && (
        <Choice
          label={t('board')}
          options={boards.map(({ id, title }) => ({ id, label: localText(title, language) }))}
          value={board.id}
          onChange={(id) => {
            const next = boards.find((one) => one.id === id)
            if (next) choose({ board: next, period: getFirstPeriod(next) })
          }}
        />
      )}
      {board.periods.length > 1 && (
        <Choice
          label={t('period')}
          options={board.periods.map(({ id, title }) => ({
            id,
            label: title ? localText(title, language) : t(`periods.${id as 'daily' | 'weekly' | 'all'}`),
          }))}
          value={period}
          onChange={(id) => choose({ board, period: id })}
        />
      )}
      <TopEntries
        key={`${board.id} ${period}`}
        project={project}
        view={view}
        known={chosen ? null : firstTop}
      />
      <GuestNote project={project} board={board} />
    </section>
  )
}

const getFirstPeriod = ({ periods }: Leaderboard) =>
  periods.find(({ id }) => id === 'all')?.id ?? periods[0]?.id ?? 'all'

type ChoiceProps = {
  label: string
  options: { id: string; label: string }[]
  value: string
  onChange(id: string): void
}

function Choice({ label, options, value, onChange }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend
    <div role="group" aria-label={label} className="mb-4 flex flex-wrap gap-2">
      {options.map((option) => (
        <button
          key={option.id}
          type="button"
          aria-pressed={option.id === value}
          onClick={() => onChange(option.id)}
          className={cx(
            'inline-flex min-h-11 items-center rounded-chip border px-4 py-1 text-15 wrap-anywhere transition-colors duration-150',
            option.id === value
              ? 'border-warm text-warm'
              : 'border-line text-soft hover:border-line-strong hover:text-text',
          )}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

type TopProps = { project: string; view: View; known: ScoreEntry[] | null }

function TopEntries({ project, view, known }: TopProps) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const { top, isFailed, retry } = useTop(project, view, known)
  if (isFailed)
    return (
      <div role="alert" className="tinted-surface flex flex-wrap items-center justify-between gap-3 p-5">
        <p className="text-15 text-soft">{t('failed')}</p>
        <Button
          kind="secondary"
          size="small"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          onClick={retry}
        >
          {t('retry')}
        </Button>
      </div>
    )
  if (!top) return <div aria-busy="true" className="tinted-surface min-h-40" />
  if (top.entries.length === 0 && !top.me)
    return <p className="tinted-surface p-5 text-15 text-soft">{t('empty')}</p>
  const isInTop = top.entries.some(({ isMe }) => isMe)
  return (
    <div className="tinted-surface max-w-3xl overflow-clip">
      <table className="w-full table-fixed text-15">
        <thead>
          <tr className="text-14 text-soft">
            <th scope="col" className="w-16 py-3 ps-4 text-start font-normal md:w-20">
              {t('rank')}
            </th>
            <th scope="col" className="px-2 py-3 text-start font-normal">
              {t('name')}
            </th>
            <th scope="col" className="w-22 py-3 text-end font-normal md:w-28">
              {t('score')}
            </th>
            <th scope="col" className="w-11 md:w-13">
              <span className="sr-only">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {top.entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} board={view.board} />
          ))}
          {top.me && !isInTop && <EntryRow entry={top.me} board={view.board} />}
        </tbody>
      </table>
    </div>
  )
}

function useTop(project: string, { board, period }: View, known: ScoreEntry[] | null) {
  const { kind } = usePlayer()
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<{ top: Top | null; isFailed: boolean }>({
    top: known && { entries: known, me: null },
    isFailed: false,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a login or another attempt asks again
  useEffect(() => {
    let isCurrent = true
    call('GET /play/scores/top', { query: { project, board: board.id, period, limit: topSize } }).then(
      ({ data }) => isCurrent && setState({ top: data.result, isFailed: false }),
      () => isCurrent && setState({ top: null, isFailed: true }),
    )
    return () => {
      isCurrent = false
    }
  }, [project, board.id, period, kind, attempt])
  return { ...state, retry: () => setAttempt(attempt + 1) }
}

/** Names and extras are players' texts. */
function EntryRow({ entry, board }: { entry: ScoreEntry; board: Leaderboard }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const language = useInterfaceLanguage()
  const name = toShownName(entry, t)
  return (
    <tr className={cx('border-t border-line', entry.isMe && 'font-semibold text-warm')}>
      <td className="py-2.5 ps-4 tabular-nums">{entry.rank}</td>
      <td className="px-2 py-2.5 wrap-anywhere">
        <bdi>{name}</bdi>
        {entry.isMe && ` (${t('me')})`}
        {entry.source === 'server' && (
          <ShieldCheck
            size={16}
            role="img"
            aria-label={t('verified')}
            className="ms-1.5 inline align-text-bottom text-soft"
          />
        )}
        {entry.extra && <bdi className="block text-13 font-normal text-soft">{entry.extra}</bdi>}
      </td>
      <td className="py-2.5 text-end tabular-nums">{formatScore(entry.score, board, language)}</td>
      <td className="text-end">
        {!entry.isMe && (entry.name !== null || entry.extra) && <ReportButton entry={entry} name={name} />}
      </td>
    </tr>
  )
}

/** Only players may: a report names who reports. */
function ReportButton({ entry, name }: { entry: ScoreEntry; name: string }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const { kind } = usePlayer()
  const [, run] = useAction()
  if (kind === 'guest') return null
  const report = () =>
    void run(async () => {
      await call('POST /play/scores/report', { body: { entry: entry.id } })
      toast.success(t('reported'))
    })
  return (
    <IconButton label={t('report', { name })} onClick={report}>
      <Flag size={16} aria-hidden="true" />
    </IconButton>
  )
}

function GuestNote({ project, board }: { project: string; board: Leaderboard }) {
  const { t } = useTranslation('game', { keyPrefix: 'scores' })
  const language = useInterfaceLanguage()
  const { kind } = usePlayer()
  if (kind !== 'guest') return null
  const best = listGuestScores(project).find((score) => score.board === board.id)
  const score = best && formatScore(best.score, board, language)
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
      <p className="min-w-0 text-15 text-soft">{score ? t('guestBest', { score }) : t('guest')}</p>
      <LinkButton
        href="/session/login"
        kind="secondary"
        size="small"
        icon={<LogIn size={18} aria-hidden="true" />}
      >
        {t('logIn')}
      </LinkButton>
    </div>
  )
}
