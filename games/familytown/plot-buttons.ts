import { element } from '../kit/hud/dom.ts'
import { getColumn, getRow, PLOTS, SIDE } from './core/town.ts'
import { getMiddle, type Layout, TILT } from './view/layout.ts'

interface Listeners {
  onPress(plot: number): void
  /** The pointer or the focus has moved to a plot; null when it has left the town. */
  onPoint(plot: number | null, usesKeyboard: boolean): void
  onEscape(): void
}

export interface PlotButtons {
  /** Positions every button over its plot. */
  place(layout: Layout): void
  /** Sets every button's accessible name. */
  label(describe: (plot: number) => string): void
  focus(): void
}

const STEPS: Record<string, readonly [rows: number, columns: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Creates one button per plot, clipped to the plot's shape, so every input method presses a real button. */
export function createPlotButtons(
  board: HTMLElement,
  { onPress, onPoint, onEscape }: Listeners,
): PlotButtons {
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
      onfocus: () => moveFocusTo(plot),
      onblur: () => onPoint(null, false),
    }),
  )
  const getButton = (plot: number) => buttons[plot] as HTMLButtonElement

  function moveFocusTo(plot: number): void {
    getButton(current).tabIndex = -1
    getButton(plot).tabIndex = 0
    current = plot
    if (getButton(plot).matches(':focus-visible')) onPoint(plot, true)
  }

  board.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') onEscape()
    const next = stepFrom(current, event.key)
    if (next === null) return
    event.preventDefault()
    getButton(next).focus()
  })
  board.addEventListener('pointerleave', () => onPoint(null, false))
  board.append(...buttons)

  return {
    place(layout) {
      const [width, height] = [layout.plotPx, layout.plotPx * TILT]
      buttons.forEach((button, plot) => {
        const { x, y } = getMiddle(layout, plot)
        Object.assign(button.style, {
          width: `${width}px`,
          height: `${height}px`,
          transform: `translate(${x - width / 2}px, ${y - height / 2}px)`,
        })
      })
    },
    label(describe) {
      for (const plot of PLOTS) getButton(plot).setAttribute('aria-label', describe(plot))
    },
    focus: () => getButton(current).focus({ preventScroll: true }),
  }
}

function stepFrom(plot: number, key: string): number | null {
  const step = STEPS[key]
  if (!step) return null
  const [row, column] = [getRow(plot) + step[0], getColumn(plot) + step[1]]
  const isInside = row >= 0 && column >= 0 && row < SIDE && column < SIDE
  return isInside ? row * SIDE + column : plot
}
