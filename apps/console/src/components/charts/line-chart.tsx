import { ChartFrame, type Series } from './chart-frame.tsx'
import { getAxisEnd } from './scale.ts'

type Props = {
  title: string
  labels: readonly string[]
  labelTitle: string
  series: Series
  format: (value: number) => string
  zone: string
}

/** One line over the labels. The axis starts at zero. */
export function LineChart({ series, ...props }: Props) {
  const axisEnd = getAxisEnd(series.values)
  const step = 100 / Math.max(series.values.length - 1, 1)
  const points = series.values.map((value, index) => `${index * step},${100 - (value / axisEnd) * 100}`)
  return (
    <ChartFrame {...props} series={[series]} axisEnd={axisEnd}>
      <polyline
        points={points.join(' ')}
        fill="none"
        vectorEffect="non-scaling-stroke"
        strokeWidth="2"
        strokeLinejoin="round"
        className="stroke-cool"
      />
      {props.labels.map((label, index) => (
        <g key={label}>
          <title>{`${label}: ${props.format(series.values[index] ?? 0)}`}</title>
          <rect x={(index - 0.5) * step} width={step} y="0" height="100" className="fill-transparent" />
        </g>
      ))}
    </ChartFrame>
  )
}
