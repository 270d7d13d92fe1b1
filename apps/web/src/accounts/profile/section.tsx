import { Skeleton } from '@playhub/ui/skeleton.tsx'
import { type ReactNode, useId } from 'react'

/** A settings section. The rail links to its id. */
export function Section(props: { id?: string; title: string; lead?: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section
      id={props.id}
      aria-labelledby={headingId}
      className="flex min-w-0 flex-col gap-4 border-b border-line py-8 last-of-type:border-0"
    >
      <div>
        <h2 id={headingId} className="heading text-18 md:text-24">
          {props.title}
        </h2>
        {props.lead && <p className="mt-1.5 text-15 text-pretty text-soft">{props.lead}</p>}
      </div>
      {props.children}
    </section>
  )
}

/** A part of a section with its own title. */
export function Part(props: { title: string; lead?: string; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="mt-2 flex min-w-0 flex-col gap-3">
      <div>
        <h3 id={headingId} className="text-15 font-semibold">
          {props.title}
        </h3>
        {props.lead && <p className="mt-0.5 text-15 text-pretty text-soft">{props.lead}</p>}
      </div>
      {props.children}
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
