import type { ReactNode } from 'react'
import { usePolling } from '../../lib/use-polling.ts'
import { PageFrame } from '../layout/page-frame.tsx'
import { PagedTable, type PagedTableProps } from './paged-table.tsx'

type Props<Row> = PagedTableProps<Row> & { actions?: ReactNode; filters?: ReactNode }

/** A list whose filters live in the address. It is renewed every 15 s. */
export function ListPage<Row>({ actions, filters, ...table }: Props<Row>) {
  usePolling()
  return (
    <PageFrame title={table.title} actions={actions}>
      {filters && <div className="mb-3 flex flex-wrap items-center gap-2">{filters}</div>}
      <div className="min-h-120">
        <PagedTable {...table} />
      </div>
    </PageFrame>
  )
}
