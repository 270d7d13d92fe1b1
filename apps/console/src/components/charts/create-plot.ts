import uPlot from 'uplot'
import { type Chart, groupMarks, pickColour, stack } from './series.ts'

/** Share of its place a bar fills, and the width in pixels that it has at most. */
const BAR_SIZE: [share: number, maxWidth: number] = [0.72, 48]
/** The end of the axis when all values are smaller. */
const SMALLEST_END = 2
/** Space above the plot for the names of marks. */
const MARK_HEIGHT = 22
const MAX_NAME_WIDTH = 150

const dayIncrements = [1, 2, 3, 5, 7, 14, 21, 28, 42, 56, 84, 112, 168, 224]
const valueIncrements = Array.from({ length: 13 }, (_, power) =>
  [1, 2, 5].map((one) => one * 10 ** power),
).flat()

type Hovered = { index: number; left: number; isInRightHalf: boolean }

/**
 * Draws a chart into an element of a fixed height.
 * @param getChart   The chart in use: its labels, marks and names may change with the data.
 * @param onHover    The pointer is over another label, or has left.
 */
export function createPlot(
  element: HTMLElement,
  getChart: () => Chart,
  onHover: (hovered: Hovered | null) => void,
): uPlot {
  const chart = getChart()
  const { fontSize, fontFamily } = getComputedStyle(element)
  const font = `${fontSize} ${fontFamily}`
  const [text, line] = [readColour(element, 'text-soft'), readColour(element, 'text-line')]
  const axis: uPlot.Axis = { stroke: text, font, ticks: { show: false }, gap: 6 }
  const plot = new uPlot(
    {
      width: element.clientWidth,
      height: element.clientHeight,
      padding: [chart.marks?.length ? MARK_HEIGHT : 8, null, 0, null],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 }, move: snap },
      scales: {
        x: { time: false, range: () => [-0.5, getChart().labels.length - 0.5] },
        y: { range: (_, __, largest) => [0, Math.max(largest ?? 0, SMALLEST_END) * 1.05] },
      },
      axes: [
        {
          ...axis,
          size: 26,
          space: (self) => measureLongest(self, getChart().labels, font) + 24,
          incrs: dayIncrements,
          grid: { show: false },
          values: (_, splits) => splits.map((split) => getChart().labels[split] ?? ''),
        },
        {
          ...axis,
          space: 44,
          incrs: valueIncrements,
          grid: { stroke: line, width: 1 },
          values: (_, splits) => splits.map((split) => getChart().format(split)),
          size: (self, values) => measureLongest(self, values ?? [], font) + 10,
        },
      ],
      series: [{}, ...listSeries(element, chart).reverse()],
      hooks: {
        drawAxes: [(self) => drawMarks(self, getChart(), { text, line: text, font })],
        setCursor: [(self) => onHover(findHovered(self))],
      },
    },
    toPlotData(chart),
    element,
  )
  followTouch(plot)
  return plot
}

/** The first series is drawn last, above the others. */
export function toPlotData({ kind, labels, series }: Chart): uPlot.AlignedData {
  const values = kind === 'bars' ? stack(series) : series.map((one) => [...one.values])
  return [labels.map((_, index) => index), ...values.reverse()]
}

function listSeries(element: HTMLElement, { kind, labels, series }: Chart): uPlot.Series[] {
  const isForced = matchMedia('(forced-colors: active)').matches
  return series.map((one, index) => {
    const stroke = readColour(element, pickColour(one, index) ?? '')
    if (one.isBefore) return { stroke, width: 1.5, dash: [3, 4], points: { show: false } }
    if (kind === 'lines') {
      const fill = isForced ? undefined : readColour(element, 'text-cool/10')
      return { stroke, width: 2, fill, points: { show: labels.length === 1 } }
    }
    // Without colours, a line divides the parts of a bar.
    const fill = isForced ? readColour(element, 'bg-ink-0', 'backgroundColor') : stroke
    return {
      ...{ stroke, fill, width: isForced ? 1 : 0, points: { show: false } },
      paths: uPlot.paths.bars?.({ size: BAR_SIZE }),
    }
  })
}

/** A canvas knows neither custom properties nor light-dark(). */
function readColour(
  element: HTMLElement,
  className: string,
  property: 'color' | 'backgroundColor' = 'color',
): string {
  const probe = document.createElement('span')
  probe.className = className
  element.append(probe)
  const colour = getComputedStyle(probe)[property]
  probe.remove()
  return colour
}

function measureLongest({ ctx }: uPlot, values: readonly string[], font: string): number {
  ctx.save()
  ctx.font = font
  const widths = values.map((value) => ctx.measureText(value).width)
  ctx.restore()
  return Math.ceil(Math.max(0, ...widths))
}

function findHovered(plot: uPlot): Hovered | null {
  const { idx, left = -1 } = plot.cursor
  if (typeof idx !== 'number' || left < 0) return null
  const position = plot.valToPos(idx, 'x')
  return {
    index: idx,
    left: position + plot.over.offsetLeft,
    isInRightHalf: position > plot.over.clientWidth / 2,
  }
}

/** To the label whose values are shown. */
const snap = (plot: uPlot, left: number, top: number): [left: number, top: number] => [
  left < 0 ? left : Math.round(plot.valToPos(plot.posToIdx(left), 'x')),
  top,
]

/** The library follows mice only. */
function followTouch(plot: uPlot): void {
  const follow = ({ pointerType, offsetX: left, offsetY: top }: PointerEvent) => {
    if (pointerType !== 'mouse') plot.setCursor({ left, top })
  }
  plot.over.addEventListener('pointerdown', follow)
  plot.over.addEventListener('pointermove', follow)
}

/** A dashed line at each label with marks, and their names above where there is room. */
function drawMarks(plot: uPlot, chart: Chart, style: { text: string; line: string; font: string }): void {
  const { ctx, bbox } = plot
  const ratio = uPlot.pxRatio
  const [bottom, right] = [bbox.top + bbox.height, bbox.left + bbox.width]
  let free = bbox.left
  ctx.save()
  ctx.font = style.font.replace(/[\d.]+px/, (size) => `${Number.parseFloat(size) * ratio}px`)
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  ctx.fillStyle = style.text
  ctx.strokeStyle = style.line
  ctx.lineWidth = ratio
  for (const [index, name] of [...groupMarks(chart.marks ?? [])].sort(([one], [other]) => one - other)) {
    const x = Math.round(plot.valToPos(index, 'x', true))
    ctx.setLineDash([2 * ratio, 3 * ratio])
    ctx.beginPath()
    ctx.moveTo(x, bbox.top - 4 * ratio)
    ctx.lineTo(x, bottom)
    ctx.stroke()
    ctx.beginPath()
    ctx.moveTo(x - 5 * ratio, bottom)
    ctx.lineTo(x, bottom - 7 * ratio)
    ctx.lineTo(x + 5 * ratio, bottom)
    ctx.fill()
    const shown = shorten(ctx, name, MAX_NAME_WIDTH * ratio)
    const width = ctx.measureText(shown).width
    const start = Math.min(Math.max(x - width / 2, bbox.left), right - width)
    if (start < free) continue
    ctx.fillText(shown, start, bbox.top - 8 * ratio)
    free = start + width + 10 * ratio
  }
  ctx.restore()
}

function shorten(ctx: CanvasRenderingContext2D, text: string, maxWidth: number): string {
  let shown = text
  while (shown.length > 1 && ctx.measureText(shown).width > maxWidth) shown = `${shown.slice(0, -2)}…`
  return shown
}
