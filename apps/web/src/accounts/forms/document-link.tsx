import type { ReactNode } from 'react'

/** A document in a tab of its own, so that a half-filled form is not lost. */
export function DocumentLink(props: { name: string; children?: ReactNode }) {
  return (
    <a href={`/docs/${props.name}.html`} target="_blank" rel="noopener" className="text-link">
      {props.children}
    </a>
  )
}
