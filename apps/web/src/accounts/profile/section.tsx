import { type ReactNode, useId } from 'react'

/** One matter of the profile: what it is about on the left, what can be done on the right. */
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
