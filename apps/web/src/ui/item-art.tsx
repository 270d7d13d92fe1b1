import { cx } from '@playhub/ui/cx.ts'
import { Gift } from 'lucide-react'

/** An item's picture on a glow in the game's colour. */
export function ItemArt({ src, className }: { src: string; className: string }) {
  return (
    <span
      className={cx(
        'grid place-items-center bg-[radial-gradient(closest-side,color-mix(in_oklab,var(--tint-glow)_50%,transparent),transparent)]',
        className,
      )}
    >
      <ItemImage src={src} />
    </span>
  )
}

/** An item's picture in a list, on a tile in the game's colour. */
export function ItemThumb({ src, className }: { src: string; className: string }) {
  return (
    <span className={cx('tinted-surface grid shrink-0 place-items-center rounded-control p-1.5', className)}>
      <ItemImage src={src} />
    </span>
  )
}

/** @param src  Empty when the item has left the price list. */
function ItemImage({ src }: { src: string }) {
  if (src === '') return <Gift aria-hidden="true" className="size-1/2 text-soft" />
  return (
    <img src={src} alt="" width={160} height={160} decoding="sync" className="size-full object-contain" />
  )
}
