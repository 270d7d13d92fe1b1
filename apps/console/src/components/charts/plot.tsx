import './plot.css'
import { cx } from '@playhub/ui/cx.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type uPlot from 'uplot'
import { createPlot, toPlotData } from './create-plot.ts'
import { type Chart, groupMarks, pickColour } from './series.ts'

type Hovered = { index: number; left: number; isInRightHalf: boolean }

/** The drawing of a chart, with the values of the label below the pointer. */
export default function Plot(chart: Chart) {
  const { t } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const drawn = useRef<{ chart: Chart; plot?: uPlot }>({ chart })
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const { title } = chart

  useEffect(() => {
    drawn.current.chart = chart
    drawn.current.plot?.setData(toPlotData(chart))
  }, [chart])

  useEffect(() => {
    const element = place.current
    if (!element) return
    const plot = createPlot(
      element,
      () => drawn.current.chart,
      (next) => setHovered((current) => (current?.index === next?.index ? current : next)),
    )
    drawn.current.plot = plot
    const observer = new ResizeObserver(() =>
      plot.setSize({ width: element.clientWidth, height: element.clientHeight }),
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
      delete drawn.current.plot
    }
  }, [])

  useEffect(() => {
    const canvas = place.current?.querySelector('canvas')
    canvas?.setAttribute('role', 'img')
    canvas?.setAttribute('aria-label', t('chart.image', { title }))
  }, [t, title])

  return (
    <div className="relative">
      <div ref={place} className="h-56 w-full overflow-hidden text-13" />
      {hovered && hovered.index < chart.labels.length && <Values chart={chart} hovered={hovered} />}
    </div>
  )
}

/** The table has the same for who cannot point. */
function Values({ chart, hovered }: { chart: Chart; hovered: Hovered }) {
  const { labels, series, marks = [], format } = chart
  const { index, left, isInRightHalf } = hovered
  return (
    <div
      aria-hidden="true"
      style={{ left }}
      className={cx(
        'pointer-events-none absolute top-2 z-1 w-max max-w-56 rounded-md border border-line-strong bg-ink-1 px-2.5 py-1.5 text-13 shadow-float',
        isInRightHalf ? '-translate-x-full -ms-2' : 'ms-2',
      )}
    >
      <p className="font-medium">{labels[index]}</p>
      {series.map((one, position) => (
        <p key={one.name} className="flex justify-between gap-4">
          <span className={cx('min-w-0', pickColour(one, position))}>{one.name}</span>
          <span className="numeric whitespace-nowrap">{format(one.values[index] ?? 0)}</span>
        </p>
      ))}
      <p className="text-soft empty:hidden">{groupMarks(marks).get(index)}</p>
    </div>
  )
}
