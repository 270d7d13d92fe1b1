import type { Transaction } from '@playhub/contract'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { toast } from '../../lib/feedback/toast.ts'
import { browserTexts } from '../../lib/language/texts.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type HistoryPage, loadHistory } from './load-transactions.ts'
import { columns, TransactionRow } from './transaction-row.tsx'

/** The payments, as many as were asked for. */
export function HistoryList(props: { first: Promise<HistoryPage>; game: string | undefined }) {
  const first = use(props.first)
  const history = useHistory(first, props.game)
  const { t } = useTranslation('payments')
  if (first.rows.length === 0) return <NoPurchases isOfOneGame={props.game !== undefined} />
  return (
    <>
      <div className="surface overflow-hidden">
        <Heading />
        <ul className="divide-y divide-line">
          {history.rows.map((row) => (
            <TransactionRow key={row.uuid} row={row} />
          ))}
        </ul>
      </div>
      {history.hasMore && (
        <Button
          kind="secondary"
          className="mx-auto mt-5 flex"
          isLoading={history.isLoading}
          onClick={history.loadMore}
        >
          {t('history.more')}
        </Button>
      )}
    </>
  )
}

function useHistory(first: HistoryPage, game: string | undefined) {
  const [rows, setRows] = useState<Transaction[]>(first.rows)
  const [hasMore, setHasMore] = useState(first.hasMore)
  const [isLoading, setIsLoading] = useState(false)
  const loadMore = async () => {
    setIsLoading(true)
    try {
      const next = await loadHistory(game, rows.at(-1)?.uuid)
      setRows([...rows, ...next.rows])
      setHasMore(next.hasMore)
    } catch {
      toast.error(browserTexts().t('payments:history.failed'), 'HISTORY_FAILED')
    } finally {
      setIsLoading(false)
    }
  }
  return { rows, hasMore, isLoading, loadMore }
}

/** Names of the columns for the eye; each row says enough for the ear. */
function Heading() {
  const { t } = useTranslation('payments')
  return (
    <div
      aria-hidden="true"
      className={cx('hidden border-b border-line px-6 py-3 text-13 text-soft md:grid', columns)}
    >
      <span>{t('history.date')}</span>
      <span>{t('history.item')}</span>
      <span>{t('history.status')}</span>
      <span className="text-end">{t('history.price')}</span>
    </div>
  )
}

function NoPurchases({ isOfOneGame }: { isOfOneGame: boolean }) {
  const { t } = useTranslation(['payments', 'common'])
  const language = usePageLanguage()
  return (
    <ResultScreen
      level={2}
      className="md:py-12"
      picture={<Illustration name="empty-purchases" />}
      title={t('history.empty.title')}
      text={t(isOfOneGame ? 'history.emptyProject' : 'history.empty.text')}
      actions={<LinkButton href={`/games/${language}/`}>{t('common:toGames')}</LinkButton>}
    />
  )
}

const shapes = ['first', 'second', 'third', 'fourth', 'fifth']

/** The shape of a history on its way. */
export function HistorySkeleton() {
  const { t } = useTranslation('payments')
  return (
    <div className="surface overflow-hidden">
      <p role="status" className="sr-only">
        {t('history.loading')}
      </p>
      <Heading />
      <ul className="divide-y divide-line">
        {shapes.map((shape) => (
          <li key={shape} className="flex h-21 items-center justify-between gap-4 px-4 md:h-15 md:px-6">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-5 w-16" />
          </li>
        ))}
      </ul>
    </div>
  )
}
