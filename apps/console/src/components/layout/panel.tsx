import type { ReactNode } from 'react'

/** A titled part of a page. */
export function Panel(props: { title?: string; actions?: ReactNode; children: ReactNode }) {
  return (
    <section className="rounded-control border border-line bg-ink-1 [--surface:var(--ink-1)]">
      {props.title && (
        <header className="flex min-h-12 items-center justify-between gap-3 border-b border-line px-4 has-[button]:py-1.5">
          <h2 className="text-15 font-semibold">{props.title}</h2>
          {props.actions}
        </header>
      )}
      <div className="p-4">{props.children}</div>
    </section>
  )
}
