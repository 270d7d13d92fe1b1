import { cx } from './cx.ts'

/** An item's picture on a glow in the game's colour. */
export function ItemArt({ src, className }: { src: string; className: string }) {
  return (
    <span
      className={cx(
        'grid place-items-center bg-[radial-gradient(closest-side,color-mix(in_oklab,var(--tint-glow)_50%,transparent),transparent)]',
        className,
      )}
    >
      <img src={src} alt="" width={160} height={160} decoding="sync" className="size-full object-contain" />
    </span>
  )
}
