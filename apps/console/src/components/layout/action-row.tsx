import type { ReactNode } from 'react'

/** An action with what it does. Rows of one panel are divided by hairlines. */
export function ActionRow(props: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="min-w-0 grow basis-72">
        <h3 className="text-15 font-medium">{props.title}</h3>
        <p className="max-w-140 text-13 text-pretty text-soft">{props.text}</p>
      </div>
      {props.children}
    </div>
  )
}
