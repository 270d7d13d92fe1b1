import { Button } from '@playhub/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigation } from 'react-router'
import { useFilters } from '../../lib/filters.ts'
import { formatDay } from '../../lib/format.ts'
import { useMe } from '../../lib/me.ts'
import { useAction } from '../../lib/use-action.ts'
import { type Column, DataTable } from '../table/data-table.tsx'
import { type ListResult, usePages } from './use-pages.ts'

export type PagedTableProps<Row> = {
  /** Names the table for screen readers. */
  title: string
  first: ListResult<Row>
  load: (cursor: string) => Promise<ListResult<Row>>
  columns?: readonly Column<Row>[]
  /** Shows the rows in another way than as a table. */
  renderRows?: (rows: readonly Row[]) => ReactNode
  getKey: (row: Row) => string
  getHref?: (row: Row) => string
  /** Name of the missing rows. */
  empty: string
  /** Says why nothing matches the filters. */
  noMatch?: string
}

/** A list with its further pages. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { title, columns = [], getKey, getHref } = props
  const pages = usePages(title, props.first, getKey, props.load)
  const isFiltering = useIsFiltering()
  return (
    <>
      {pages.rows.length === 0 ? (
        pages.nextCursor === null && <Empty text={props.empty} noMatch={props.noMatch} />
      ) : props.renderRows ? (
        props.renderRows(pages.rows)
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
    </>
  )
}

/** True while the same list loads with other filters. */
function useIsFiltering(): boolean {
  const { location } = useNavigation()
  const { pathname } = useLocation()
  return location?.pathname === pathname
}

function Empty({ text, noMatch }: { text: string; noMatch?: string | undefined }) {
  const { t } = useTranslation()
  const { isFiltered, clear } = useFilters()
  return (
    <div className="grid justify-items-center gap-3 px-4 py-16 text-center">
      <p className="max-w-120 text-15 text-pretty text-soft">
        {isFiltered ? (noMatch ?? t('list.noMatch')) : text}
      </p>
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
