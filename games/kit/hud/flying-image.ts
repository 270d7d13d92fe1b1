import type { Point } from '../view/effects.ts'
import { element } from './dom.ts'

const MAX_IN_FLIGHT = 10
let inFlight = 0

/** Moves an image from the board to its counter in an arc. Does nothing while too many images are moving. */
export function flyImage(src: string, from: Point, to: DOMRect, sizePx: number): void {
  if (inFlight >= MAX_IN_FLIGHT) return
  inFlight++
  const flyer = element('img', { src, alt: '', className: 'flyer', width: sizePx, height: sizePx })
  document.body.append(flyer)
  const at = (x: number, y: number, scale: number) =>
    `translate(${x - sizePx / 2}px, ${y - sizePx / 2}px) scale(${scale})`
  const end = { x: to.x + to.width / 2, y: to.y + to.height / 2 }
  const animation = flyer.animate(
    [
      { transform: at(from.x, from.y, 1) },
      { transform: at(from.x * 0.75 + end.x * 0.25, from.y - sizePx * 0.6, 1.15), offset: 0.35 },
      { transform: at(end.x, end.y, 0.45), opacity: 0.6 },
    ],
    { duration: 520 + Math.random() * 160, easing: 'ease-in' },
  )
  const remove = () => {
    flyer.remove()
    inFlight--
  }
  animation.finished.then(remove, remove)
}
