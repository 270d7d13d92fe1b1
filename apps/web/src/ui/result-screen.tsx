import { cx } from '@playhub/ui/cx.ts'
import type { ReactNode } from 'react'

/** An illustration, a message and actions, for results, errors and empty lists. */
export function ResultScreen(props: {
  picture?: ReactNode
  title: ReactNode
  text?: ReactNode
  actions?: ReactNode
  /** The heading level: 1 for a page, 2 for a section. */
  level?: 1 | 2
  className?: string
}) {
  const Title = props.level === 2 ? 'h2' : 'h1'
  return (
    <div
      className={cx(
        'mx-auto flex w-full max-w-lg flex-col items-center px-4 py-12 text-center md:py-20',
        props.className,
      )}
    >
      {props.picture && <div className="mb-8 w-full max-w-72">{props.picture}</div>}
      <Title tabIndex={-1} className="heading text-24 md:text-34">
        {props.title}
      </Title>
      {props.text && <p className="mt-4 text-15 text-pretty text-soft md:text-18">{props.text}</p>}
      {props.actions && (
        <div className="mt-8 flex w-full flex-col gap-2 md:w-auto md:flex-row md:justify-center">
          {props.actions}
        </div>
      )}
    </div>
  )
}
