import { Children, type ReactNode, useId } from 'react'

/** A titled part of a long page. Without children it says what would be here. */
export function Section(props: { title: string; actions?: ReactNode; empty?: string; children?: ReactNode }) {
  const id = useId()
  // `false` of a condition is left out, as in what React shows.
  const isEmpty = Children.toArray(props.children).length === 0
  return (
    <section aria-labelledby={id} className="mt-8">
      <header className="mb-1 flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-15 font-semibold">
          {props.title}
        </h2>
        {props.actions}
      </header>
      {isEmpty ? (
        <p className="border-t border-line pt-3 text-15 text-soft">{props.empty}</p>
      ) : (
        props.children
      )}
    </section>
  )
}
