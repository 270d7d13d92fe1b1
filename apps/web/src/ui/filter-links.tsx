import { cx } from '@playhub/ui/cx.ts'

export type FilterLink = { href: string; label: string; isCurrent: boolean }

/** A filter as a row of links: each option has a URL, so Back works, and so does an unhydrated page. */
export function FilterLinks(props: { label: string; links: FilterLink[]; className: string }) {
  return (
    <nav aria-label={props.label} className={cx('flex flex-wrap gap-2', props.className)}>
      {props.links.map(({ href, label, isCurrent }) => (
        <a
          key={href}
          href={href}
          aria-current={isCurrent ? 'page' : undefined}
          className={cx(
            'inline-flex min-h-11 items-center rounded-chip border px-4 py-1 text-15 wrap-anywhere transition-colors duration-150',
            isCurrent
              ? 'border-warm text-warm'
              : 'border-line text-soft hover:border-line-strong hover:text-text',
          )}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
