import { cx } from '@playhub/ui/cx.ts'
import { ChartFrame, pickColour, type Series, seriesColours } from './chart-frame.tsx'
import { getAxisEnd } from './scale.ts'

type Props = {
  title: string
  labels: readonly string[]
  labelTitle: string
  series: readonly Series[]
  format: (value: number) => string
  zone: string
}

/** Share of its place a bar fills. */
const BAR_SHARE = 0.72

/** One bar for each label, in parts for the series. The axis starts at zero. */
export function StackedBars(props: Props) {
  const { labels, series, format } = props
  const totals = labels.map((_, index) => sumAt(series, index))
  const axisEnd = getAxisEnd(totals)
  const step = 100 / labels.length
  return (
    <ChartFrame {...props} axisEnd={axisEnd}>
      {labels.map((label, index) => (
        <g key={label}>
          <title>{`${label}: ${format(totals[index] ?? 0)}`}</title>
          {series.map(({ name, values }, part) => {
            const height = ((values[index] ?? 0) / axisEnd) * 100
            const below = (sumAt(series.slice(0, part), index) / axisEnd) * 100
            return (
              <rect
                key={name}
                x={index * step + (step * (1 - BAR_SHARE)) / 2}
                width={step * BAR_SHARE}
                y={100 - below - height}
                height={height}
                className={cx(pickColour(seriesColours, part))}
              />
            )
          })}
          <rect x={index * step} width={step} y="0" height="100" className="fill-transparent" />
        </g>
      ))}
    </ChartFrame>
  )
}

const sumAt = (series: readonly Series[], index: number) =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
