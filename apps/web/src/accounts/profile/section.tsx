import { type ReactNode, useId } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

/** A settings section: title on the left, controls on the right. */
export function Section(props: { title: string; lead?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-t border-line py-8 lg:grid-cols-[18rem_minmax(0,1fr)] lg:gap-10"
    >
      <div className="lg:pt-1">
        <h2 id={id} className="heading text-18">
          {props.title}
        </h2>
        {props.lead && <p className="mt-1.5 text-15 text-pretty text-soft">{props.lead}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-3">{props.children}</div>
    </section>
  )
}

/** A list row: an icon, text, and an action. */
export const rowClass = 'flex min-h-19 items-center gap-3 px-4 py-3 md:gap-4 md:px-5'

export function RowIcon({ children }: { children: ReactNode }) {
  return <span className="grid size-11 shrink-0 place-items-center rounded-control bg-ink-2">{children}</span>
}

export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <div aria-hidden="true" className="surface divide-y divide-line">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identical
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
