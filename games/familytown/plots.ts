import { element } from '../kit/hud/dom.ts'
import { columnOf, PLOTS, rowOf, SIDE } from './core/town.ts'
import { type Lay, middleOf, TILT } from './view/lay.ts'

interface Listeners {
  onPress(plot: number): void
  /** The pointer or the keyboard rests on a plot now, or on none. */
  onPoint(plot: number | null, isWalking: boolean): void
  onEscape(): void
}

export interface Plots {
  /** Puts every button over its plot. */
  lay(lay: Lay): void
  label(plot: number, words: string): void
  focus(): void
}

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

function stepFrom(plot: number, key: string): number | null {
  const step = STEPS[key]
  if (!step) return null
  const [row, column] = [rowOf(plot) + step[0], columnOf(plot) + step[1]]
  const isInside = row >= 0 && column >= 0 && row < SIDE && column < SIDE
  return isInside ? row * SIDE + column : plot
}

/** One real button per plot, in the plot's own shape: pointer, finger, keyboard and screen reader all press the same. */
export function createPlots(board: HTMLElement, { onPress, onPoint, onEscape }: Listeners): Plots {
  let current = Math.floor(PLOTS.length / 2)
  const buttons = PLOTS.map((plot) =>
    element('button', {
      type: 'button',
      className: 'plot',
      tabIndex: plot === current ? 0 : -1,
      onclick: () => onPress(plot),
      onpointerenter: ({ pointerType }) => {
        if (pointerType === 'mouse') onPoint(plot, false)
      },
      onfocus: () => walkTo(plot),
      onblur: () => onPoint(null, false),
    }),
  )
  const buttonOf = (plot: number) => buttons[plot] as HTMLButtonElement

  function walkTo(plot: number): void {
    buttonOf(current).tabIndex = -1
    buttonOf(plot).tabIndex = 0
    current = plot
    if (buttonOf(plot).matches(':focus-visible')) onPoint(plot, true)
  }

  board.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onEscape()
    const next = stepFrom(current, event.key)
    if (next === null) return
    event.preventDefault()
    buttonOf(next).focus()
  })
  board.addEventListener('pointerleave', () => onPoint(null, false))
  board.append(...buttons)

  return {
    lay(lay) {
      const [width, height] = [lay.plotPx, lay.plotPx * TILT]
      buttons.forEach((button, plot) => {
        const { x, y } = middleOf(lay, plot)
        Object.assign(button.style, {
          width: `${width}px`,
          height: `${height}px`,
          transform: `translate(${x - width / 2}px, ${y - height / 2}px)`,
        })
      })
    },
    label: (plot, words) => buttonOf(plot).setAttribute('aria-label', words),
    focus: () => buttonOf(current).focus({ preventScroll: true }),
  }
}
