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
import {
  groupByMonth,
  loadTransactions,
  type Month,
  type TransactionFilter,
  type TransactionsPage,
} from './transactions.ts'

/** Payments, page by page. */
export function TransactionList(props: { firstPage: Promise<TransactionsPage>; filter: TransactionFilter }) {
  const { filter } = props
  const firstPage = use(props.firstPage)
  const transactions = useTransactions(firstPage, filter)
  const { t, i18n } = useTranslation('payments')
  if (firstPage.rows.length === 0) return <NoPurchases filter={filter} />
  return (
    <>
      <div className="surface overflow-hidden">
        <ColumnHeadings />
        {groupByMonth(transactions.rows, i18n.language).map((month) => (
          <MonthRows key={month.name} {...month} isWithdrawing={filter.isWithdrawing} />
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

function MonthRows({ name, rows, isWithdrawing }: Month & { isWithdrawing: boolean }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line not-first:border-t">
      <h2 id={id} className={monthClass}>
        {name}
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        {rows.map((row) => (
          <TransactionRow key={row.uuid} row={row} isInitiallyOpen={isWithdrawing} />
        ))}
      </ul>
    </section>
  )
}

function useTransactions(firstPage: TransactionsPage, filter: TransactionFilter) {
  const [rows, setRows] = useState<Transaction[]>(firstPage.rows)
  const [hasMore, setHasMore] = useState(firstPage.hasMore)
  const [isLoading, run] = useAction()
  const { t } = useTranslation('payments')
  const loadNext = async () => {
    const next = await loadTransactions(filter, rows.at(-1)?.uuid)
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

function NoPurchases({ filter: { project, isWithdrawing } }: { filter: TransactionFilter }) {
  const { t } = useTranslation(['payments', 'common'])
  const language = usePageLanguage()
  return (
    <ResultScreen
      level={2}
      className="md:py-12"
      picture={<Illustration name="empty-purchases" />}
      title={t(isWithdrawing ? 'withdrawal.empty.title' : 'history.empty.title')}
      text={t(
        isWithdrawing
          ? 'withdrawal.empty.text'
          : project === undefined
            ? 'history.empty.text'
            : 'history.emptyProject',
      )}
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
