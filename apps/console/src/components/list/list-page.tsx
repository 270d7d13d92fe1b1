import { Button } from '@playhub/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigation } from 'react-router'
import { useFilters } from '../../lib/filters.ts'
import { formatDay } from '../../lib/format.ts'
import { useMe } from '../../lib/me.ts'
import { useAction } from '../../lib/use-action.ts'
import { usePolling } from '../../lib/use-polling.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import { type Column, DataTable } from '../table/data-table.tsx'
import { type ListResult, usePages } from './use-pages.ts'

type Props<Row> = {
  title: string
  actions?: ReactNode
  filters?: ReactNode
  first: ListResult<Row>
  load: (cursor: string) => Promise<ListResult<Row>>
  columns: readonly Column<Row>[]
  getKey: (row: Row) => string
  getHref?: (row: Row) => string
  /** What would be here. */
  empty: string
}

/** A list whose filters live in the address. It is renewed every 15 s. */
export function ListPage<Row>(props: Props<Row>) {
  const { title, columns, getKey, getHref } = props
  const pages = usePages(props.first, getKey, props.load)
  const isFiltering = useIsFiltering()
  usePolling()
  return (
    <PageFrame title={title} actions={props.actions}>
      {props.filters && <div className="mb-3 flex flex-wrap items-center gap-2">{props.filters}</div>}
      <div className="min-h-120">
        {pages.rows.length === 0 ? (
          pages.nextCursor === null && <Empty text={props.empty} />
        ) : (
          <DataTable
            label={title}
            columns={columns}
            rows={pages.rows}
            getKey={getKey}
            getHref={getHref}
            isLoading={isFiltering}
          />
        )}
        <More {...pages} />
      </div>
    </PageFrame>
  )
}

/** True while the same list loads with other filters. */
function useIsFiltering(): boolean {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  return location?.pathname === pathname
}

function Empty({ text }: { text: string }) {
  const { t } = useTranslation()
  const { isFiltered, clear } = useFilters()
  return (
    <div className="grid justify-items-center gap-3 border-t border-line px-4 py-16 text-center">
      <p className="max-w-120 text-15 text-pretty text-soft">{isFiltered ? t('list.noMatch') : text}</p>
      {isFiltered && (
        <Button kind="secondary" size="small" onClick={clear}>
          {t('list.clearFilters')}
        </Button>
      )}
    </div>
  )
}

type MoreProps = {
  rows: readonly unknown[]
  nextCursor: string | null
  scannedTo: number | null
  loadMore: () => Promise<void>
}

/** The next page, or how far a search has looked. */
function More({ rows, nextCursor, scannedTo, loadMore }: MoreProps) {
  const { t, i18n } = useTranslation()
  const { timeZone } = useMe()
  const [isPending, run] = useAction()
  if (nextCursor === null) return null
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 py-5 text-15 text-soft">
      {scannedTo !== null && (
        <p role="status">
          {t(rows.length === 0 ? 'list.scannedNothing' : 'list.scanned', {
            day: formatDay(scannedTo, i18n.language, timeZone),
          })}
        </p>
      )}
      <Button kind="secondary" size="small" isLoading={isPending} onClick={() => void run(loadMore)}>
        {t(scannedTo === null ? 'list.more' : 'list.further')}
      </Button>
    </div>
  )
}
