import { cx } from '@playhub/ui/cx.ts'
import { type ReactNode, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useShortcuts } from '../../lib/shortcuts.ts'

/** Where a column goes on the two-line card that a row becomes below 768 px; `wide` has a line of its own, for buttons. */
export type CardPlace = 'title' | 'end' | 'detail' | 'detail-end' | 'wide'

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Right-aligned in tabular numerals. */
  isNumeric?: boolean
  /** Columns without a place are left out below 768 px. */
  card?: CardPlace
  /** Left out below 1025 px. */
  isWideOnly?: boolean
  /** Left out below 1280 px. */
  isWidestOnly?: boolean
}

type Props<Row> = {
  /** Names the table for screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  getKey: (row: Row) => string
  /** Rows are links. The opened page gets the list's URL as `location.state.from`. */
  getHref?: (row: Row) => string
  /** Keeps the rows and dims them while the next ones load. */
  isLoading?: boolean
}

const places: Record<CardPlace, string> = {
  title: 'max-md:col-start-1 max-md:row-start-1 max-md:font-medium',
  end: 'max-md:col-start-2 max-md:row-start-1 max-md:text-end',
  detail: 'max-md:col-start-1 max-md:row-start-2 max-md:text-13 max-md:text-soft',
  wide: 'max-md:col-span-2 max-md:row-start-3 max-md:empty:hidden max-md:not-empty:pt-1',
  'detail-end': 'max-md:col-start-2 max-md:row-start-2 max-md:text-end max-md:text-13 max-md:text-soft',
}

/** A list: `j` and `k` move between rows, Enter opens one. */
export function DataTable<Row>({ label, columns, rows, getKey, getHref, isLoading }: Props<Row>) {
  const table = useRef<HTMLTableElement>(null)
  useRowKeys(table, getHref !== undefined)
  const hasEnd = columns.some(({ card }) => card === 'end')
  const visibility = (column: Column<Row>) =>
    cx(
      column.isNumeric && 'numeric md:text-end',
      column.isWideOnly && 'hidden lg:table-cell',
      column.isWidestOnly && 'hidden min-[1280px]:table-cell',
      column.card ? places[column.card] : 'max-md:hidden',
      column.card === 'title' && !hasEnd && 'max-md:col-span-2',
    )
  return (
    <table
      ref={table}
      aria-label={label}
      aria-busy={isLoading || undefined}
      className={cx(
        'w-full border-separate border-spacing-0 text-15 transition-opacity duration-150 max-md:block',
        isLoading && 'opacity-60',
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={cx(
                'sticky top-(--header-height) z-2 h-9 border-b border-line bg-[var(--surface,var(--ink-0))] px-3 text-13 font-normal whitespace-nowrap text-soft first:ps-0 last:pe-0',
                column.isNumeric ? 'text-end' : 'text-start',
                column.isWideOnly && 'hidden lg:table-cell',
                column.isWidestOnly && 'hidden min-[1280px]:table-cell',
              )}
            >
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {rows.map((row) => (
          <tr
            key={getKey(row)}
            className={cx(
              'relative max-md:grid max-md:grid-cols-[minmax(0,1fr)_fit-content(48%)] max-md:gap-x-3 max-md:border-b max-md:border-line max-md:py-2.5',
              getHref && 'hover:bg-ink-1 has-[a[data-row]:focus-visible]:bg-ink-1',
            )}
          >
            {columns.map((column, index) => (
              <td
                key={column.key}
                className={cx(
                  'md:h-10 md:wrap-break-word md:[&_time]:whitespace-nowrap md:border-b md:border-line md:px-3 md:py-1 md:first:ps-0 md:last:pe-0',
                  visibility(column),
                )}
              >
                {index === 0 && getHref ? (
                  <RowLink to={getHref(row)}>{column.cell(row)}</RowLink>
                ) : (
                  column.cell(row)
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Covers its row. Buttons in the row lie above it. */
function RowLink({ to, children }: { to: string; children: ReactNode }) {
  const { pathname, search } = useLocation()
  return (
    <Link
      to={to}
      state={{ from: pathname + search }}
      data-row
      className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-cool"
    >
      {children}
    </Link>
  )
}

function useRowKeys(table: { current: HTMLTableElement | null }, hasLinks: boolean): void {
  const { t } = useTranslation()
  const shortcuts = useMemo(
    () =>
      hasLinks
        ? [
            { keys: 'KeyJ', label: t('shortcut.nextRow'), run: () => moveFocus(table.current, 1) },
            { keys: 'KeyK', label: t('shortcut.previousRow'), run: () => moveFocus(table.current, -1) },
          ]
        : [],
    [t, table, hasLinks],
  )
  useShortcuts(shortcuts)
}

function moveFocus(table: HTMLTableElement | null, step: 1 | -1): void {
  const links = [...(table?.querySelectorAll<HTMLElement>('a[data-row]') ?? [])]
  const current = links.findIndex((link) => link.matches(':focus'))
  const next = current === -1 ? 0 : Math.min(Math.max(current + step, 0), links.length - 1)
  links[next]?.focus()
}
