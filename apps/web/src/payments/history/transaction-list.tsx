import type { Transaction } from '@playhub/contract'
import { Button, LinkButton } from '@playhub/ui/button.tsx'
import { cx } from '@playhub/ui/cx.ts'
import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { use, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageLanguage } from '../../lib/context/page-context.ts'
import { useAction } from '../../lib/feedback/use-action.ts'
import { Illustration } from '../../ui/illustrations.tsx'
import { ResultScreen } from '../../ui/result-screen.tsx'
import { columns, TransactionRow } from './transaction-row.tsx'
import { groupByMonth, loadTransactions, type Month, type TransactionsPage } from './transactions.ts'

/** Payments, page by page. */
export function TransactionList(props: {
  firstPage: Promise<TransactionsPage>
  project: string | undefined
}) {
  const firstPage = use(props.firstPage)
  const transactions = useTransactions(firstPage, props.project)
  const { t, i18n } = useTranslation('payments')
  if (firstPage.rows.length === 0) return <NoPurchases isFiltered={props.project !== undefined} />
  return (
    <>
      <div className="surface overflow-hidden">
        <ColumnHeadings />
        {groupByMonth(transactions.rows, i18n.language).map((month) => (
          <MonthRows key={month.name} {...month} />
        ))}
      </div>
      {transactions.hasMore && (
        <Button
          kind="secondary"
          className="mx-auto mt-5 flex"
          isLoading={transactions.isLoading}
          onClick={transactions.loadMore}
        >
          {t('history.more')}
        </Button>
      )}
    </>
  )
}

const monthClass = 'bg-ink-2/60 px-4 py-2 text-13 font-semibold text-soft first-letter:uppercase md:px-6'

function MonthRows({ name, rows }: Month) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line not-first:border-t">
      <h2 id={id} className={monthClass}>
        {name}
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <TransactionRow key={row.uuid} row={row} />
        ))}
      </ul>
    </section>
  )
}

function useTransactions(firstPage: TransactionsPage, project: string | undefined) {
  const [rows, setRows] = useState<Transaction[]>(firstPage.rows)
  const [hasMore, setHasMore] = useState(firstPage.hasMore)
  const [isLoading, run] = useAction()
  const { t } = useTranslation('payments')
  const loadNext = async () => {
    const next = await loadTransactions(project, rows.at(-1)?.uuid)
    setRows([...rows, ...next.rows])
    setHasMore(next.hasMore)
  }
  return { rows, hasMore, isLoading, loadMore: () => run(loadNext, t('history.failed')) }
}

/** Hidden from screen readers, because each row is understood without it. */
function ColumnHeadings() {
  const { t } = useTranslation('payments')
  return (
    <div aria-hidden="true" className={cx('hidden px-6 py-3 text-13 text-soft md:grid', columns)}>
      <span>{t('history.date')}</span>
      <span className="col-span-2">{t('history.item')}</span>
      <span>{t('history.status')}</span>
      <span className="text-end">{t('history.price')}</span>
    </div>
  )
}

function NoPurchases({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation(['payments', 'common'])
  const language = usePageLanguage()
  return (
    <ResultScreen
      level={2}
      className="md:py-12"
      picture={<Illustration name="empty-purchases" />}
      title={t('history.empty.title')}
      text={t(isFiltered ? 'history.emptyProject' : 'history.empty.text')}
      actions={<LinkButton href={`/games/${language}/`}>{t('common:toGames')}</LinkButton>}
    />
  )
}

export function TransactionListSkeleton() {
  const { t } = useTranslation('payments')
  return (
    <div className="surface overflow-hidden">
      <p role="status" className="sr-only">
        {t('history.loading')}
      </p>
      <ColumnHeadings />
      <div className={cx(monthClass, 'border-line md:border-t')}>
        <Skeleton className="h-4.5 w-28" />
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {[1, 2, 3, 4, 5].map((row) => (
          <li key={row} className="flex h-26 items-start gap-3 px-4 py-3.5 md:h-17 md:items-center md:px-6">
            <Skeleton className="size-11 md:ms-30" />
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="ms-auto h-5 w-16 md:me-9" />
          </li>
        ))}
      </ul>
    </div>
  )
}
