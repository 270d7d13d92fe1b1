import type { Point } from '../view/effects.ts'
import { element } from './dom.ts'

const LONGEST_QUEUE = 10
let inFlight = 0

/** A collected piece flies from the board to its goal. Only a handful at a time: it is a treat, not a traffic jam. */
export function fly(image: string, from: Point, to: DOMRect, size: number): void {
  if (inFlight >= LONGEST_QUEUE) return
  inFlight++
  const flyer = element('img', { src: image, alt: '', className: 'flyer', width: size, height: size })
  document.body.append(flyer)
  const at = (x: number, y: number, scale: number) =>
    `translate(${x - size / 2}px, ${y - size / 2}px) scale(${scale})`
  const middle = { x: to.x + to.width / 2, y: to.y + to.height / 2 }
  const flight = flyer.animate(
    [
      { transform: at(from.x, from.y, 1) },
      { transform: at(from.x * 0.75 + middle.x * 0.25, from.y - size * 0.6, 1.15), offset: 0.35 },
      { transform: at(middle.x, middle.y, 0.45), opacity: 0.6 },
    ],
    { duration: 520 + Math.random() * 160, easing: 'ease-in' },
  )
  const land = () => {
    flyer.remove()
    inFlight--
  }
  flight.finished.then(land, land)
}
