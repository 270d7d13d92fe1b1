import { cx } from './cx.ts'

/** The shape of what is coming. Give it the size of the thing, so that nothing jumps. */
export function Skeleton(props: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cx('block animate-breathe rounded-control bg-ink-2', props.className)}
    />
  )
}
