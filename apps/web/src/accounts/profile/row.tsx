import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A row of a list: a sign, words, and what can be done. */
export const rowClass = 'flex min-h-19 items-center gap-3 px-4 py-3 md:gap-4 md:px-5'

export function RowIcon({ children }: { children: ReactNode }) {
  return <span className="grid size-11 shrink-0 place-items-center rounded-control bg-ink-2">{children}</span>
}

/** Rows on their way. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="surface divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
        <div key={row} className={rowClass}>
          <Skeleton className="size-11 shrink-0" />
          <div className="grow">
            <Skeleton className="h-5 w-40 max-w-full" />
            <Skeleton className="mt-1.5 h-4 w-24" />
          </div>
        </div>
      ))}
    </div>
  )
}
