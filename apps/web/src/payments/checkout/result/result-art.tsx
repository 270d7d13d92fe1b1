import type { PaymentProcess } from '@playhub/contract'
import { cx } from '@playhub/ui/cx.ts'
import type { CSSProperties } from 'react'
import { getTint } from '../../../ui/game.ts'
import { ItemArt } from '../../../ui/item-art.tsx'

/** The item on its game's glow: bright and with a burst when it is paid, grey when it is not. */
export function ResultArt(props: {
  data: PaymentProcess['paymentData']
  state: 'pending' | 'paid' | 'notPaid'
}) {
  const { data, state } = props
  return (
    <div
      className={cx('tinted result-glow', state === 'notPaid' && 'opacity-70 grayscale')}
      style={getTint(data.cardBackgroundColor)}
    >
      <ItemArt src={data.itemImage} className={cx('mx-auto size-36', state === 'paid' && 'item-pop')} />
      {state === 'paid' && <Burst />}
    </div>
  )
}

const colours = ['bg-warm', 'bg-paid', 'bg-cool', 'bg-pending']
const pieces = Array.from({ length: 18 }, (_, index) => ({
  colour: colours[index % colours.length],
  style: { '--angle': `${index * 20}deg`, '--reach': `${88 + (index % 3) * 22}px` } as CSSProperties,
}))

/** Runs once, when it mounts. */
function Burst() {
  return (
    <span aria-hidden="true" className="burst">
      {pieces.map(({ colour, style }) => (
        <i key={style['--angle' as keyof CSSProperties]} className={colour} style={style} />
      ))}
    </span>
  )
}
