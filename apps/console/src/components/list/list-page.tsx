import type { ReactNode } from 'react'
import { usePolling } from '../../lib/use-polling.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'

type ListProps<Row> = PagedTableProps<Row> & { filters?: ReactNode }

/** A page with a list. */
export function ListPage<Row>({ actions, ...list }: ListProps<Row> & { actions?: ReactNode }) {
  return (
    <PageFrame title={list.title} actions={actions}>
      <List {...list} />
    </PageFrame>
  )
}

/** A list whose filters live in the address. It is renewed every 15 s. */
export function List<Row>({ filters, ...table }: ListProps<Row>) {
  usePolling()
  return (
    <>
      {filters && <div className="mb-3 flex flex-wrap items-center gap-2">{filters}</div>}
      <div className="min-h-120">
        <PagedTable {...table} />
      </div>
    </>
  )
}
