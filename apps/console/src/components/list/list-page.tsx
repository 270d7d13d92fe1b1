import type { ReactNode } from 'react'
import { usePolling } from '../../lib/use-polling.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import { FilterBar, type FilterBarProps } from './filter-bar.tsx'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'

type ListProps<Row> = PagedTableProps<Row> & FilterBarProps

/** A page with a list. */
export function ListPage<Row>({ actions, ...list }: ListProps<Row> & { actions?: ReactNode }) {
  return (
    <PageFrame title={list.title} actions={actions}>
      <List {...list} />
    </PageFrame>
  )
}

/** A list whose filters live in the address. It is renewed every 15 s. */
export function List<Row>({ pinned, filters, ...table }: ListProps<Row>) {
  usePolling()
  return (
    <>
      {(pinned || filters) && <FilterBar pinned={pinned} filters={filters} />}
      <div className="min-h-120">
        <PagedTable {...table} />
      </div>
    </>
  )
}
